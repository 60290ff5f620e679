"""A target behind a raw REPL: the common part of the VM, the emulated Pico and a real board."""

import base64
import re
from pathlib import Path

from host.pico.rawrepl import ReplError
from tests.targets import files, npm
from tests.targets.answer import NOT_STARTED, Answer, TestFailed, Unavailable

HERE = Path(__file__).parent
FRAME = re.compile(r'^  File "(?P<path>[^"]+)", line (?P<line>\d+)', re.MULTILINE)
AGENT = (HERE / "agent.py").read_text(encoding="utf-8")
OURS = "<stdin>"  # the agent's name in tracebacks


class Remote:
    """Runs each test on the other end of a raw REPL; each module of tests, and each test after
    one that failed, begins with an empty memory.

    `timeout` is the seconds that a test may take; `connect()` returns a RawRepl whose transport
    can be closed; `root` is where the files are.
    """

    name = ""
    begin = AGENT  # the code that brings the agent to an empty memory, "" if it is there
    again = "it was restarted"  # the treatment of one that does not answer

    def __init__(self, timeout, connect, root=files.ROOT):
        self.connect = connect
        self.root = root
        self.timeout = timeout
        self.repl = None
        self.module = None  # the module of tests whose imports are in its memory
        self.trouble = None  # why it is unavailable, so that each test need not find out again
        self.version = NOT_STARTED

    def start(self):
        """Prepare the target, with the files in it. Raises Unavailable."""
        if self.trouble:
            raise Unavailable(self.trouble)
        if self.repl:
            return
        try:
            self.repl = self.connect()
            self._prepare()
        except (ReplError, npm.NpmError, Unavailable, OSError, ValueError) as error:
            self.trouble = f"the target {self.name} cannot be used: {error}"
            self.close()
            raise Unavailable(self.trouble) from None

    def run(self, module, function, test=None):
        """Run `module.function` there and return its Answer. Raises TestFailed, Unavailable."""
        self.start()
        try:
            self._before(module)
            output, error = self.repl.execute(f"run({module!r}, {function!r})", self.timeout)
            if error:
                self.module = None  # it may have run out of memory
                raise TestFailed(with_sources(error, self.root), output)
            return self._answer(output)
        except ReplError as trouble:
            self._revive()
            text = f"{module}.{function}: {trouble}; {self.again}"
            raise TestFailed(text, trouble.output) from None

    def close(self):
        """End the conversation; the next run begins another."""
        self.module = None
        if self.repl:
            self.repl.transport.close()
            self.repl = None

    def _prepare(self):
        """Bring the agent and the files to a target that has just been connected."""
        self.repl.enter()
        self._ask(AGENT)
        self._describe()
        files.send(self._ask, files.sources(self.root))

    def _describe(self):
        version, bits, build = self._ask("describe()")[0].split(" ", 2)
        self.version = f"MicroPython {version}, {bits}-bit, {build}"

    def _before(self, module):
        """Empty the memory, unless the test before was of `module` too and passed."""
        if module != self.module:
            self.module = None
            self._empty()
            self.module = module

    def _empty(self):
        """Empty the memory, and bring the agent to it."""
        self.repl.reset()
        self._ask(self.begin)

    def _revive(self):
        """Recover from a test that did not answer."""
        self.close()

    def _answer(self, output):
        printed, _, last = output.rstrip().rpartition("\n@ ")
        ms, kind, *text = last.split(" ")
        value = base64.b64decode(text[0] if text else "")
        value = {"NoneType": None, "str": value.decode("utf-8", "replace"), "bytes": value}[kind]
        self._collect()
        return Answer(value, printed, float(ms), int(self._ask("heap()")[0]))

    def _collect(self):
        """Have the test's garbage collected."""
        self._ask("gc.collect()")

    def _ask(self, code):
        """Run `code` of ours beside the agent and return the lines of its answer."""
        output, error = self.repl.execute(code)
        if error:
            raise ValueError(f"the agent on the target failed:\n{error}")
        return [line[2:] for line in output.splitlines() if line.startswith("@ ")]


def with_sources(traceback, root):
    """Return MicroPython's `traceback` without our own frames and with the lines of source."""
    head, *frames = re.split(r'(?m)^(?=  File ")', traceback.rstrip())
    kept = [head]
    for frame in frames:
        place = FRAME.match(frame)
        file = root / place["path"]
        if place["path"] == OURS and frame is not frames[-1]:
            continue
        first, _, rest = frame.partition("\n")
        kept.append(first + "\n")
        if file.is_file():
            lines = file.read_text(encoding="utf-8").splitlines()
            if int(place["line"]) <= len(lines):
                kept.append(f"    {lines[int(place['line']) - 1].strip()}\n")
        kept.append(rest)
    return "".join(kept)
