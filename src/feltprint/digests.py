"""Source digests by component: what a rebuilt module changes, and what it does not.

A digest is over the tokens of the sources that a component reaches through its includes or
imports, so comments, blank lines and formatting leave it as it is. The native half is baked into
the module at build time (native/cmake/digests.cmake runs this file); the Python half is computed
from the installed package. Only the standard library is imported at the top: CMake runs this
file on its own.

The same text gives the same digest under every Python version.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import io
import os
import re
import sys
import tokenize
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# Component -> the areas of native/bindings/bind_<area>*.cpp that it calls, and the Python modules
# that it starts from. What these include or import is followed.
NATIVE_AREAS: Mapping[str, tuple[str, ...]] = {
    "tables": ("cards",),
    "abstraction": ("cards", "abstraction"),
    "examination": ("cards", "abstraction"),
    "tree": ("rules", "menu", "tree"),
    "solver": (
        "cards", "rules", "menu", "tree", "abstraction", "games", "solver", "evaluate", "weights",
    ),
    "freeze": (
        "cards", "rules", "menu", "tree", "abstraction", "games", "serve", "freeze", "weights",
    ),
    "bundle": (
        "cards", "rules", "menu", "tree", "abstraction", "games", "serve", "freeze", "weights",
    ),
    "audit": (
        "cards", "rules", "settlement", "menu", "tree", "abstraction", "games", "solver",
        "evaluate", "serve", "freeze", "weights",
    ),
    "replay": (
        "cards", "rules", "menu", "tree", "abstraction", "games", "serve", "freeze", "weights",
    ),
    "lab": (
        "cards", "rules", "menu", "tree", "abstraction", "games", "solver", "lab", "evaluate",
        "weights",
    ),
    "manifest": (),
}  # fmt: skip
PYTHON_MODULES: Mapping[str, tuple[str, ...]] = {
    "tables": ("tables",),
    "abstraction": ("abstraction",),
    "examination": ("abstraction_examination", "figures"),
    "tree": ("games",),
    "solver": ("solver",),
    "freeze": ("freezing",),
    "bundle": ("bundle",),
    "audit": ("audit",),
    "replay": ("replay", "figures"),
    "lab": ("lab.experiments",),
    "manifest": ("manifest",),
}
COMPONENTS = tuple(NATIVE_AREAS)

# Modules that cannot change a byte of an artifact: their values reach the params of the rules
# themselves (config), or they only watch, report and start the work.
_WITHOUT_EFFECT = (
    "config",
    "errors",
    "progress",
    "lock",
    "digests",
    "cli",
    "step",
    "plan",
    "lab_plan",
)

_CPP_TOKEN = re.compile(
    r"""
    (?P<skip>//(?:\\\n|[^\n])*|/\*.*?\*/|\\\n|[ \t\r\f\v]+)
  | (?P<newline>\n)
  | (?P<raw>(?:u8|[uUL])?R"(?P<tag>[^ ()\\\t\n]*)\(.*?\)(?P=tag)")
  | (?P<text>(?:u8|[uUL])?(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
  | (?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
  | (?P<word>[^\W\d]\w*)
  | (?P<mark><<=|<=>|\.\.\.|->\*|->|\+\+|--|&&|\|\||::|\#\#|[-+*/%&|^!<=]=|<<|.)
    """,
    re.VERBOSE | re.DOTALL,
)
# isa_kernels.inc includes the file that this macro names.
_INCLUDE = re.compile(r'^\s*#\s*(?:include|define\s+FELTPRINT_KERNEL)\s*"([^"]+)"', re.MULTILINE)


def component(name: str) -> str:
    """The digest of a component as it is installed: native and Python sources together.

    Raises
    ------
    KeyError
        When there is no such component; see `COMPONENTS`.
    """
    from feltprint import _core

    text = f"{name} native {_core.component_digests()[name]} python {_python_digest(name)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _python_digest(name: str) -> str:
    return python_digest(Path(__file__).parent, PYTHON_MODULES[name])


@cache
def package_stamp() -> str:
    """A hash of the package as it is installed, to the byte, comments too.

    Where it is what it was when a digest was taken, the digest is too, and costs a hundredth to
    check.
    """
    from feltprint import _core

    package = Path(__file__).parent
    state = hashlib.sha256(repr(sorted(_core.component_digests().items())).encode())
    for path in sorted(package.rglob("*.py")):
        text = path.read_bytes()
        state.update(f"{path.relative_to(package).as_posix()} {len(text)}\n".encode() + text)
    return state.hexdigest()[:16]


def native_digests(native: Path) -> dict[str, str]:
    """Digests of the sources in a native/ folder, by component."""
    build_file = re.sub(r"#[^\n]*|\s+", " ", (native / "CMakeLists.txt").read_text())
    graph = NativeSources.read(native)
    tokens = {path: cpp_tokens(text) for path, text in graph.texts.items()}
    digests = {}
    for name, areas in NATIVE_AREAS.items():
        parts = [(str(path.relative_to(native)), tokens[path]) for path in graph.members(areas)]
        digests[name] = _digest([("CMakeLists.txt", " ".join(build_file.split())), *parts])
    return digests


@dataclass(frozen=True)
class NativeSources:
    """Every file that goes into the module, sorted, and which files each of them brings.

    A file brings those that it includes. A header brings the .cpp at the same place under src/; a
    .cpp without a header of its own is brought by any header that it includes from its own folder.
    """

    texts: Mapping[Path, str]
    brings: Mapping[Path, set[Path]]

    @classmethod
    def read(cls, native: Path) -> NativeSources:
        """Read the files of a native/ folder."""
        folders = (native / "include", native / "src", native / "bindings")
        endings = {".hpp", ".cpp", ".inc"}
        paths = sorted(p for folder in folders for p in folder.rglob("*") if p.suffix in endings)
        texts = {path: path.read_text() for path in paths}
        brings = {path: _included(native, path, text, texts) for path, text in texts.items()}
        for header, body in list(_bodies_by_header(native, brings)):
            brings[header].add(body)
        return cls(texts, brings)

    def members(self, areas: Iterable[str]) -> list[Path]:
        """The files that the bindings of some areas reach, sorted."""
        pending = [
            path
            for area in areas
            for path in self.texts
            if path.parent.name == "bindings" and re.fullmatch(rf"bind_{area}(_\w+)?", path.stem)
        ]
        members: set[Path] = set()
        while pending:
            path = pending.pop()
            if path not in members:
                members.add(path)
                pending += self.brings[path]
        return sorted(members)


def _included(native: Path, path: Path, text: str, known: Container[Path]) -> set[Path]:
    folders = (native / "include", path.parent, native / "src", native / "bindings")
    targets = (
        [Path(os.path.normpath(f"{folder}/{name}")) for folder in folders]
        for name in _INCLUDE.findall(text)
    )
    found = (next((t for t in candidates if t in known), None) for candidates in targets)
    return {target for target in found if target is not None}


def _bodies_by_header(
    native: Path, brings: Mapping[Path, set[Path]]
) -> Iterator[tuple[Path, Path]]:
    headers_root, bodies_root = native / "include" / "feltprint", native / "src"
    for body, included in brings.items():
        if body.suffix != ".cpp" or not body.is_relative_to(bodies_root):
            continue
        place = body.relative_to(bodies_root)
        own = headers_root / place.with_suffix(".hpp")
        folders = (headers_root / place.parent, body.parent)
        neighbours = [header for header in included if header.parent in folders]
        yield from ((header, body) for header in ([own] if own in brings else neighbours))


def cpp_tokens(text: str) -> str:
    """The tokens of a C++ source, one a line; a directive ends with an empty line."""
    tokens: list[str] = []
    in_directive = False
    for match in _CPP_TOKEN.finditer(text):
        if match.lastgroup == "newline":
            if in_directive:
                tokens.append("")
            in_directive = False
        elif match.lastgroup != "skip":
            token = match.group()
            in_directive |= token == "#"
            tokens.append(token)
    return "\n".join(tokens)


def python_digest(package: Path, roots: Iterable[str]) -> str:
    """The digest of some modules of the package and of all that they import from it."""
    parts = []
    for path in python_members(package, roots):
        parts.append((path.relative_to(package).as_posix(), python_tokens(path.read_text())))
    return _digest(parts)


def python_members(package: Path, roots: Iterable[str]) -> list[Path]:
    """The files of some modules and of all modules of the package that they import.

    The package's own __init__ only hands out names, so it brings nothing.
    """
    pending = list(roots)
    seen: set[str] = set()
    members: set[Path] = set()
    while pending:
        name = pending.pop()
        path = _module_file(package, name)
        if not name or path is None or name in seen or name.split(".")[0] in _WITHOUT_EFFECT:
            continue
        seen.add(name)
        members.add(path)
        pending += _imported(path.read_text(), package.name)
    return sorted(members)


def _module_file(package: Path, name: str) -> Path | None:
    base = package.joinpath(*name.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None


@cache
def _imported(text: str, package: str) -> tuple[str, ...]:
    """Names below the package that a module may import, as `solver` or `adapters.phh`."""
    names: list[str] = []
    for node in _statements(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [
                alias.name.removeprefix(f"{package}.")
                for alias in node.names
                if alias.name.startswith(f"{package}.")
            ]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            base = node.module.split(".")
            if base[0] == package:
                inner = ".".join(base[1:])
                names += [inner, *(f"{inner}.{a.name}".lstrip(".") for a in node.names)]
    return tuple(names)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node; expressions hold none, so they are not entered."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from _statements(child)


@cache
def python_tokens(text: str) -> str:
    """The tokens of a Python source, one a line; an f-string is one token."""
    lines = text.splitlines(keepends=True)
    tokens: list[str] = []
    depth, start = 0, (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind.endswith("STRING_START"):  # from 3.12 on f-strings come in pieces
            start = start if depth else token.start
            depth += 1
        elif kind.endswith("STRING_END"):
            depth -= 1
            if depth == 0:
                tokens.append(_slice(lines, start, token.end))
        elif depth == 0 and kind == "NEWLINE":
            tokens.append("")
        elif depth == 0 and kind not in ("COMMENT", "NL", "ENDMARKER"):
            tokens.append(token.string.strip() or kind)  # INDENT and DEDENT have no other text
    return "\n".join(tokens)


def _slice(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    chosen = lines[start[0] - 1 : end[0]]
    chosen[-1] = chosen[-1][: end[1]]
    chosen[0] = chosen[0][start[1] :]
    return "".join(chosen)


def _digest(parts: Iterable[tuple[str, str]]) -> str:
    state = hashlib.sha256()
    for name, text in parts:
        state.update(f"{name} {len(text.encode())}\n".encode() + text.encode() + b"\n")
    return state.hexdigest()[:16]


def stale_components(native: Path, installed: Mapping[str, str]) -> list[str]:
    """Components whose sources in native/ differ from those the installed module was built of."""
    return [
        name for name, digest in native_digests(native).items() if installed.get(name) != digest
    ]


def _cpp_source(digests: Mapping[str, str]) -> str:
    entries = "\n".join(f'      {{"{name}", "{digest}"}},' for name, digest in digests.items())
    return (
        "// Generated by src/feltprint/digests.py.\n#include <map>\n#include <string>\n\n"
        "namespace feltprint {\n\nstd::map<std::string, std::string> component_digests() {\n"
        f"  return {{\n{entries}\n  }};\n}}\n\n}}  // namespace feltprint\n"
    )


def _write_if_changed(path: Path, text: str, log: Callable[[str], object]) -> None:
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)
        log(f"component digests changed: {path.name}")


def main() -> int:
    """Write the generated .cpp that bakes the native digests into the module."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("native", type=Path, help="the folder native/")
    parser.add_argument("output", type=Path, help="the .cpp to write; untouched when equal")
    arguments = parser.parse_args()
    _write_if_changed(arguments.output, _cpp_source(native_digests(arguments.native)), print)
    return 0


if __name__ == "__main__":
    sys.exit(main())
