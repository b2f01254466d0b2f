"""A module that can be called like the function in it that has its name: `ir.review(game)`."""

from collections.abc import Callable
from inspect import Signature, signature
from types import ModuleType
from typing import Any

__all__ = ["CallableModule"]


class CallableModule(ModuleType):
    """What the class of a module is set to, at its end: `sys.modules[__name__].__class__`."""

    @property
    def __signature__(self) -> Signature:
        """That of the function, for `help` and editors."""
        return signature(self._function)

    @property
    def _function(self) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self, self.__name__.rpartition(".")[2])
        return function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function returns."""
        return self._function(*args, **kwargs)
