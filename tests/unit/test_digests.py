"""Source digests: what changes one, what leaves it, and that every source belongs somewhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from feltprint import _core, digests

# Bindings that no artifact depends on: the choice of the instruction set, whose paths give the
# same bytes, the digests themselves, the list of the areas, and another library's hands.
WITHOUT_COMPONENT = {
    "bind_isa.cpp", "bind_digests.cpp", "module.cpp", "bind_fast_hands.cpp", "bind_classes.cpp",
    "fast_hand_reader.hpp", "python_values.hpp",
}  # fmt: skip

CPP = """
// A comment.
#include "feltprint/types.hpp"  // why
#define TWICE(x) \\
  (2 * (x))
int f(int a, int b) { return a + b * 1'000; } /* end */
const char* text = "// no comment";
"""
PYTHON = '''
"""Module."""
import os  # why

def f(a, b):

    # A comment.
    return {"a": a,
            "b": f"{a!r:>{b}} # no comment"}
'''


@pytest.mark.parametrize(
    "same",
    [
        CPP.replace("// A comment.", "// Another, longer comment."),
        CPP.replace("/* end */", "/* the\n end */"),
        CPP.replace("int a, int b", "int a,\n      int b"),
        CPP.replace("{ return", "{\n  return").replace("; }", ";\n}"),
        CPP.replace("(2 * (x))", "( 2*(x) )"),
        "\n\n" + CPP,
    ],
)
def test_cpp_comments_and_layout_leave_the_tokens(same: str) -> None:
    assert digests.cpp_tokens(same) == digests.cpp_tokens(CPP)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a + b", "a - b"),
        ("1'000", "1'001"),
        ("// no comment", "/ no comment"),
        ("int f", "unsigned f"),
        ("int f(int a", "intf(int a"),
        ("#define TWICE(x) \\\n", "#define TWICE(x)\n"),
    ],
)
def test_cpp_token_changes_the_tokens(old: str, new: str) -> None:
    assert digests.cpp_tokens(CPP.replace(old, new)) != digests.cpp_tokens(CPP)


@pytest.mark.parametrize(
    "same",
    [
        PYTHON.replace("# A comment.", "# Another."),
        PYTHON.replace("  # why", ""),
        PYTHON.replace("def f(a, b):\n\n", "def f(a, b):\n"),
        PYTHON.replace('{"a": a,\n            "b"', '{"a": a, "b"'),
        PYTHON.replace("    ", "  "),
    ],
)
def test_python_comments_and_layout_leave_the_tokens(same: str) -> None:
    assert digests.python_tokens(same) == digests.python_tokens(PYTHON)


@pytest.mark.parametrize(
    ("old", "new"),
    [("{a!r:", "{b!r:"), ("# no comment", "# comment"), ("import os", "import re")],
)
def test_python_token_changes_the_tokens(old: str, new: str) -> None:
    assert digests.python_tokens(PYTHON.replace(old, new)) != digests.python_tokens(PYTHON)


def test_formatted_string_is_one_token() -> None:
    assert """f"{a!r:>{b}} # no comment\"""" in digests.python_tokens(PYTHON).split("\n")


def test_installed_module_was_built_of_these_sources(root: Path) -> None:
    assert digests.stale_components(root / "native", _core.component_digests()) == []


def test_every_native_source_belongs_to_a_component(root: Path) -> None:
    sources = digests.NativeSources.read(root / "native")
    members = {
        path for areas in digests.NATIVE_AREAS.values() for path in sources.members(areas)
    }  # fmt: skip
    orphans = {path.name for path in sources.texts if path not in members}
    assert orphans == WITHOUT_COMPONENT


def test_changed_token_reaches_only_components_that_include_it(root: Path, tmp_path: Path) -> None:
    native = tmp_path / "native"
    shutil.copytree(root / "native", native)
    before = digests.native_digests(native)
    evaluator = native / "src" / "evaluate" / "pair_game.cpp"
    evaluator.write_text("// only a comment\n" + evaluator.read_text())
    assert digests.native_digests(native) == before
    evaluator.write_text(evaluator.read_text() + "\nint one_more_token;\n")
    after = digests.native_digests(native)
    assert {name for name in before if before[name] != after[name]} == {"audit", "lab", "solver"}


@pytest.mark.slow
def test_build_options_reach_every_component(root: Path, tmp_path: Path) -> None:
    native = tmp_path / "native"
    shutil.copytree(root / "native", native)
    before = digests.native_digests(native)
    build = native / "CMakeLists.txt"
    build.write_text(build.read_text().replace("-ffp-contract=off", "-ffp-contract=fast"))
    after = digests.native_digests(native)
    assert all(before[name] != after[name] for name in before)


def test_import_brings_its_module_and_config_brings_nothing(tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "inner").mkdir(parents=True)
    (package / "config.py").write_text("X = 1\n")
    (package / "inner" / "__init__.py").write_text("")
    (package / "inner" / "deep.py").write_text("from package.leaf import y\n")
    (package / "leaf.py").write_text("y = 2\n")
    (package / "other.py").write_text("")
    (package / "start.py").write_text("from package import config\nimport package.inner.deep\n")
    members = digests.python_members(package, ["start"])
    names = [path.relative_to(package).as_posix() for path in members]
    assert names == ["inner/deep.py", "leaf.py", "start.py"]


def test_import_counts_wherever_a_statement_may_stand(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    places = {
        "function": "def f():\n    from package.function import y\n",
        "method": "class C:\n    def f(self):\n        import package.method\n",
        "attempt": "try:\n    import package.attempt\nexcept OSError:\n    pass\n",
        "handler": "try:\n    pass\nexcept OSError:\n    import package.handler\n",
        "last": "try:\n    pass\nfinally:\n    import package.last\n",
        "otherwise": "if True:\n    pass\nelse:\n    import package.otherwise\n",
        "context": "with open('x'):\n    import package.context\n",
        "loop": "while True:\n    for i in ():\n        import package.loop\n",
        "case": "match 1:\n    case 1:\n        from package import case\n",
    }
    for name in places:
        (package / f"{name}.py").write_text("")
    (package / "start.py").write_text("".join(places.values()))
    members = digests.python_members(package, ["start"])
    assert {path.stem for path in members} == {"start", *places}


@pytest.mark.parametrize("component", digests.COMPONENTS)
def test_component_covers_the_native_functions_that_its_modules_call(
    root: Path, component: str
) -> None:
    package = root / "src" / "feltprint"
    sources = digests.NativeSources.read(root / "native")
    members = digests.python_members(package, digests.PYTHON_MODULES[component])
    assert members, "no Python module belongs to the component"
    used = {name for path in members for name in re.findall(r"\b_core\.(\w+)", path.read_text())}
    bound = "".join(
        sources.texts[path] for path in sources.members(digests.NATIVE_AREAS[component])
    )
    missing = sorted(name for name in used if f'"{name}"' not in bound)
    assert not missing, f"add the areas that bind these to NATIVE_AREAS[{component!r}]"


def test_the_stamp_of_the_package_is_over_every_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "module.py"
    monkeypatch.setattr(digests, "__file__", str(tmp_path / "digests.py"))
    stamps = []
    for text in ("a = 1\n", "a = 1  # a comment\n", "a = 1\n"):
        module.write_text(text)
        digests.package_stamp.cache_clear()
        stamps.append(digests.package_stamp())
    digests.package_stamp.cache_clear()
    assert stamps[0] == stamps[2] != stamps[1]
