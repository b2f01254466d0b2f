"""The page on which people make and withdraw the tokens of their programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from pydantic import ValidationError
from starlette.responses import HTMLResponse, RedirectResponse

from inarow.web import words
from inarow.web.http import identity
from inarow.web.http.faults import Fault
from inarow.web.http.identity import Person
from inarow.web.http.page import render
from inarow.web.routes import forms, tokens
from inarow.web.routes.tokens import NewToken

__all__ = ["router"]

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Owner = Annotated[Person, Depends(tokens.owner)]
TokenId = Annotated[str, Path(max_length=40)]


@router.get("/tokens")
async def show(request: Request) -> HTMLResponse:
    """My tokens, and a form for another one."""
    return _page(request, await tokens.tokens(request))


@router.post("/tokens")
async def make(request: Request, owner: Owner) -> HTMLResponse:
    """Make a token from a form, and show its secret this once."""
    form = await forms.read(request)
    scopes = [scope for scope in identity.SCOPES if form.get(scope) == "on"]
    try:
        new = NewToken.model_validate({"label": form.get("label", ""), "scopes": scopes})
    except ValidationError:
        raise Fault(422, "invalid", words.BAD_TOKEN_FORM) from None
    made = await tokens.make(request, new, owner)
    return _page(request, await tokens.tokens(request), secret=made.token)


@router.post("/tokens/{token}/withdraw")
async def withdraw(request: Request, token: TokenId, owner: Owner) -> RedirectResponse:
    """Withdraw a token from a form."""
    await tokens.withdraw(request, token, owner)
    return RedirectResponse("/tokens", 303)


def _page(request: Request, found: list[Any], secret: str = "") -> HTMLResponse:
    return render(
        request,
        "tokens.html",
        title=words.TOKENS_TITLE,
        at="api",
        texts=words,
        tokens=found,
        scopes=identity.SCOPES,
        secret=secret,
    )
