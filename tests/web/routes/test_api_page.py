from inarow.web.app import create_app
from inarow.web.routes.api_page import described, prose
from inarow.web.settings import Settings


def test_prose_has_paragraphs_and_code_and_nothing_else() -> None:
    assert prose("One <b>\nline.\n\nSay `a<b`.") == (
        "<p>One &lt;b&gt; line.</p><p>Say <code>a&lt;b</code>.</p>"
    )
    assert prose("") == ""


def test_an_operation_is_told_with_all_it_takes_and_answers() -> None:
    schema = {
        "paths": {
            "/api/things/{id}": {
                "post": {
                    "tags": ["things"],
                    "summary": "Change it",
                    "parameters": [
                        {
                            "name": "id",
                            "required": True,
                            "schema": {"type": "string", "maxLength": 9},
                            "description": "Which one.",
                        }
                    ],
                    "requestBody": {
                        "content": {"application/json": {"schema": {"$ref": "#/x/New"}}}
                    },
                    "responses": {
                        "200": {"description": "Done.", "content": {"text/plain": {}}},
                        "404": {"description": "None."},
                    },
                }
            }
        },
        "components": {
            "schemas": {
                "New": {
                    "description": "A new one.",
                    "required": ["n"],
                    "properties": {
                        "n": {"type": "integer", "minimum": 0, "exclusiveMaximum": 10},
                        "kind": {"enum": ["a", "b"], "default": "a"},
                        "list": {"type": "array", "items": {"anyOf": [{"type": "null"}]}},
                        "c": {"const": 1},
                    },
                }
            }
        },
    }
    api = described(schema)
    ((group,), (model,)) = api.groups, api.models
    (operation,) = group.operations
    assert (group.name, operation.anchor) == ("things", "post-api-things-id")
    assert operation.parameters[0].type == "string, 0 to 9 characters"
    assert operation.body == '<a href="#model-New">New</a>'
    assert operation.answers[0] == ("200", "<code>text/plain</code>", "Done.")
    types = {field.name: (str(field.type), field.needed) for field in model.fields}
    assert types == {
        "n": ("integer, 0 to 9", True),
        "kind": ("<code>&#34;a&#34;</code> or <code>&#34;b&#34;</code>", False),
        "list": ("list of null", False),
        "c": ("<code>1</code>", False),
    }
    assert "Default: <code>&#34;a&#34;</code>." in model.fields[1].text


def test_everything_in_our_own_api_has_a_summary_and_says_what_can_go_wrong() -> None:
    schema = create_app(Settings()).openapi()
    api = described(schema)
    operations = [operation for group in api.groups for operation in group.operations]
    assert len(operations) > 20
    for operation in operations:
        assert operation.summary, operation.path
        assert operation.text, operation.path
        statuses = {status for status, _, _ in operation.answers}
        assert {"422", "429", "503"} <= statuses, operation.path
        assert "HTTPValidationError" not in operation.body
    assert len({operation.anchor for operation in operations}) == len(operations)
    assert "HTTPValidationError" not in schema["components"]["schemas"]


def test_no_example_gives_an_id_that_two_commands_would_share() -> None:
    schemas = create_app(Settings()).openapi()["components"]["schemas"]
    assert "new UUID" in schemas["Move"]["properties"]["id"]["description"]
    page = described(create_app(Settings()).openapi())
    examples = [operation.example for group in page.groups for operation in group.operations]
    assert not [example for example in examples if '"id"' in example]
