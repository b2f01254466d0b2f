import subprocess
from pathlib import Path

import pytest

from inarow.widget import bundle


def run(script: str) -> str:
    """What a module prints in Node."""
    done = subprocess.run(
        ["node", "--input-type=module"], input=script, capture_output=True, check=True, text=True
    )
    return done.stdout


def test_modules_become_one_in_which_names_do_not_meet(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "a-b.js").write_text(
        'import { two } from "../two.js";\n'
        "const own = 1;\nexport function three() {\n  return own + two;\n}\n"
        "export class Four {}\nexport async function five() {}\n"
    )
    (tmp_path / "two.js").write_text(
        "const own = 2;\nexport const two = own;\nconsole.log('once');\n"
    )
    (tmp_path / "main.js").write_text(
        'import "./two.js";\nimport {\n  Four,\n  three,\n} from "./parts/a-b.js";\n'
        'import { two } from "./two.js";\n'
        "const own = 0;\nconsole.log(own, two, three(), new Four() instanceof Four);\n"
        "export default { three };\n"
    )
    text = bundle.bundled(tmp_path / "main.js")
    assert run(text).splitlines() == ["once", "0 2 3 true"]
    assert text.endswith("export default { three };\n")


@pytest.mark.parametrize(
    "line",
    [
        'import * as all from "./a.js";',
        'import { one as two } from "./a.js";',
        'import what from "elsewhere";',
        "export { one };",
    ],
)
def test_what_it_does_not_understand_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.js").write_text("export const one = 1;\n")
    (tmp_path / "main.js").write_text(f"{line}\n")
    with pytest.raises(ValueError, match=r"expected plain imports and exports in main\.js"):
        bundle.bundled(tmp_path / "main.js")


def test_circles_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = b;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = a;\n')
    with pytest.raises(ValueError, match="circle"):
        bundle.bundled(tmp_path / "a.js")


def test_the_widgets_script_holds_the_board_of_the_site() -> None:
    script = bundle.script()
    assert "class BoardElement extends HTMLElement" in script
    assert script.rstrip().endswith("export default { render };")


def test_the_style_is_for_a_tree_of_its_own() -> None:
    style = bundle.style()
    assert ":root" not in style
    assert "--first: #d55e00" in style
    assert "ir-board .plate" in style
