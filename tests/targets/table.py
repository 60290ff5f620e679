"""The table printed after the tests: a row for each target, and the figures of devices."""

MOST = 5  # how many of the slowest and of the heaviest tests are named
KIB = 1024


class Table:
    """The counts of each target of `names`, and a cell for each test on each of them."""

    def __init__(self, names):
        row = {"passed": 0, "failed": 0, "seconds": 0.0, "ms": 0.0, "heap": 0}
        self.rows = {name: dict(row) for name in names}
        self.cells = {}  # test -> {target: (ms, heap in bytes or None), or None: it failed}

    def count(self, test, name, report, ms, heap):
        """Add a phase of a test, by pytest's report; `ms` and `heap` are as the target said."""
        row = self.rows[name]
        row["seconds"] += report.duration
        if report.failed:
            row["failed"] += 1
            self.cells.setdefault(test, {})[name] = None
        elif report.when == "call" and report.passed:
            row["passed"] += 1
            row["ms"] += ms
            row["heap"] = max(row["heap"], heap or 0)
            self.cells.setdefault(test, {})[name] = (ms, heap)

    def summary(self, versions):
        """Return a line for each target; `versions` is {name: text}."""
        width = max(len(name) for name in self.rows)
        lines = [f"{'target':{width}}  passed  failed  wall time  its time"]
        for name, row in self.rows.items():
            heap = f", at most {row['heap'] / KIB:.0f} KiB of heap kept" if row["heap"] else ""
            lines.append(
                f"{name:{width}}  {row['passed']:6}  {row['failed']:6}  {row['seconds']:7.2f} s"
                f"  {row['ms'] / 1000:6.2f} s  {versions[name]}{heap}"
            )
        return lines

    def device(self, name):
        """Return lines with the failures on the target `name`, its slowest tests and its largest
        uses of heap."""
        cells = {test: row[name] for test, row in self.cells.items() if name in row}
        done = [(test, *cell) for test, cell in cells.items() if cell]
        lines = [f"{name}: failed {test}" for test, cell in cells.items() if not cell]
        slowest = sorted(done, key=lambda row: -row[1])
        heaviest = sorted(done, key=lambda row: -(row[2] or 0))
        # A test's memory is mostly its file's imports: one test per file is enough.
        by_file = {row[0].partition("::")[0]: row for row in reversed(heaviest)}
        heaviest = [row for row in heaviest if row in by_file.values()]
        for title, ranked in (("slowest", slowest), ("most heap", heaviest)):
            lines.append(f"{title} on {name}")
            lines += [f"  {_cell(row[1:])}  {row[0]}" for row in ranked[:MOST]]
        return lines

    def whole(self):
        """Return the lines of test × target."""
        names = list(self.rows)
        width = max(map(len, self.cells), default=0)
        lines = [f"{'test':{width}}" + "".join(f"  {name:>20}" for name in names)]
        for test, row in self.cells.items():
            cells = (_cell(row[name]) if name in row else "" for name in names)
            lines.append(f"{test:{width}}" + "".join(f"  {cell:>20}" for cell in cells))
        return lines


def _cell(cell):
    if cell is None:
        return "FAILED"
    ms, heap = cell
    return f"{ms:6.0f} ms" + (f" {heap / KIB:6.1f} KiB" if heap is not None else "")
