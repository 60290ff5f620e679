"""The files of a VM whose program is compiled as a board has it."""

import functools

from host.pico import build
from host.pico.constants import with_values
from tests.targets import device, files


@functools.cache
def compiled(*tests: str) -> dict[str, bytes]:
    """Return the files for the VM, {path: bytes}: those of `tests`, by how their paths begin, what
    they need of tests/, and our modules as on a board."""
    sources = {
        path: data
        for path, data in files.sources().items()
        if "/test_" not in path or path.startswith(tests)
    }
    for path in tests:
        if (files.ROOT / f"{path}.py").is_file():
            sources[f"{path}.py"] = (files.ROOT / f"{path}.py").read_bytes()
    code = {path: data.decode() for path, data in sources.items() if path.endswith(".py")}
    texts = with_values(code)
    done = {path: data for path, data in sources.items() if path not in code}
    compiler = build.Compiler(build.MpyKind(6, 3, ""))
    for path, text in texts.items():
        if path.startswith("tests/"):
            done |= device.as_mpy({path: text.encode()})
        else:
            module = path.removesuffix(".py")
            done[module + ".mpy"] = compiler.compile(text, module.replace("/", "."))
    return done
