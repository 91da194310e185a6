"""The library as an extension for DuckDB, which a C compiler makes of one file."""

import os
import shlex
import subprocess
from importlib.metadata import version
from pathlib import Path

from evalsql import scratch
from evalsql.connections import open_bare
from evalsql.database import extension_macros
from evalsql.database.library import NAME
from evalsql.errors import InputError

EXTENSION, SOURCE = ".duckdb_extension", ".c"
TITLE = "/* evalsql as an extension for DuckDB"  # how its source begins
INCLUDED = '#include "statements.h"\n'
# as DuckDB names them; those of WebAssembly load no such file
PLATFORMS = (
    *("linux_amd64", "linux_arm64", "linux_amd64_gcc4", "linux_amd64_musl", "linux_arm64_musl"),
    *("osx_amd64", "osx_arm64"),
    *("windows_amd64", "windows_arm64", "windows_amd64_mingw"),
)
OPTIONS = ("-O1", "-shared", "-fPIC", "-fvisibility=hidden")

# what DuckDB reads at the end of an extension: its platform, and which version of the C API it asks for
API = "v1.2.0"  # of DuckDB's C API, the first that is stable
# a custom section of WebAssembly, so that the same footer stands in any file: its length, its name, the fields' length
HEAD = b"\x00\x93\x04\x10duckdb_signature\x80\x04"
FIELD, SIGNATURE = 32, 256  # bytes
LENGTH = len(HEAD) + 8 * FIELD + SIGNATURE


def source() -> str:
    beside = Path(__file__).with_name("evalsql.c")  # in an installed package
    folder = Path(__file__).parents[2] / "integrations" / "duckdb-extension" / "src"
    written = (beside if beside.is_file() else folder / "evalsql.c").read_text(encoding="utf-8")
    listed = "".join(f"{in_c(statement)},\n" for statement in extension_macros.statements())
    before, _, after = written.partition(INCLUDED)
    return f"{before}static const char *const statements[] = {{\n{listed}0}};\n{after}"


def in_c(text: str) -> str:
    """A text as C writes it, a line for each of its lines, in ASCII."""
    return "\n".join(f'"{"".join(map(byte_in_c, line.encode()))}"' for line in text.splitlines(keepends=True))


def byte_in_c(byte: int) -> str:
    """A byte of a text as C writes it; ?? would begin a sign of three."""
    if byte in b'"\\?':
        return f"\\{byte:c}"
    return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"


def write_extension(path: Path, unfinished: Path, platform: str | None, compiler: str | None) -> None:
    """Compiles the extension."""
    platform = check_platform(platform, compiler)
    command = split_command(os.environ.get("CC") or "cc" if compiler is None else compiler)
    stripped = () if platform.startswith("osx") else ("-s",)
    with scratch.folder() as folder:
        Path(folder, "evalsql.c").write_text(source(), encoding="ascii")
        try:
            done = subprocess.run(
                [*command, *OPTIONS, *stripped, "-o", "evalsql.so", "evalsql.c"],
                cwd=folder,  # no path of this machine gets into the file
                capture_output=True,
                text=True,
            )
        except OSError as error:
            raise InputError(
                f"{path}: the C compiler {command[0]!r} cannot be run ({error.strerror}); install one, name another"
                " with --compiler, or write evalsql.c and compile it elsewhere"
            ) from None
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
            raise InputError(f"{path}: the C compiler {shlex.join(command)} failed: {said[-1]}")
        library = Path(folder, "evalsql.so").read_bytes()
    unfinished.write_bytes(library + footer(platform, f"v{version('evalsql')}"))


def split_command(compiler: str) -> list[str]:
    try:
        words = shlex.split(compiler)
    except ValueError:
        words = []
    if not words:
        raise InputError(f"invalid --compiler {compiler!r}; a command was expected, such as cc or 'zig cc'")
    return words


def check_platform(platform: str | None, compiler: str | None) -> str:
    """The platform to build for."""
    ((here,),) = open_bare().execute("pragma platform").fetchall()
    if platform in (None, here):
        return here
    if platform.startswith("wasm"):
        raise InputError(f"platform {platform}: DuckDB for WebAssembly loads no such file; write evalsql.sql, a script")
    if platform not in PLATFORMS:
        raise InputError(f"unknown platform {platform!r}; DuckDB's are {', '.join(PLATFORMS)}")
    if compiler is None:
        raise InputError(f"platform {platform} is not this one, {here}; name a compiler for it with --compiler")
    return platform


def check_name(path: Path) -> None:
    """Refuses a name from which DuckDB would not know what the extension is called."""
    if path.name != NAME + EXTENSION:
        raise InputError(f"{path}: must be called {NAME}{EXTENSION}, since DuckDB goes by the name of the file")


def is_ours(path: Path) -> bool:
    content = path.read_bytes()
    return content[-LENGTH:].startswith(HEAD) and b"evalsql_init_c_api" in content


def footer(platform: str, version: str) -> bytes:
    """The end of a file that DuckDB takes for an extension, without a signature."""
    fields = ("", "", "", "C_STRUCT", version, API, platform, "4")  # the last says what the others are
    if long := [field for field in fields if len(field) > FIELD]:
        raise ValueError(f"{long[0]!r} has more than {FIELD} characters, as many as DuckDB reads of it")
    return HEAD + b"".join(field.encode("ascii").ljust(FIELD, b"\0") for field in fields) + bytes(SIGNATURE)
