"""Percentiles, and the table an experiment ends with."""


def percentile(values, share):
    """The smallest value that `share` percent of all do not exceed; 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else 0.0


def milliseconds(seconds):
    """A duration as it is printed."""
    return f"{seconds * 1000:.1f} ms"


def mebibytes(count):
    """A number of bytes as it is printed."""
    return f"{count / (1 << 20):.0f} MiB"


def shortened(cell):
    """A cell as one line of limited length."""
    line = " ".join(cell.split())
    return line if len(line) <= 110 else line[:109] + "…"


class Table:
    """Rows with a measurement, its requirement, and whether it is met."""

    def __init__(self):
        self.rows, self.failures = [], []

    def add(self, what, measured, wanted, holds, is_time=False):
        """Adds a row; `holds` is None without a requirement, and `is_time` is true if load may be the reason."""
        if holds is False:
            self.failures.append(is_time)
        self.rows.append((what, str(measured), wanted, {True: "holds", False: "FAILS", None: ""}[holds]))

    @property
    def only_times_fail(self):
        """Returns whether only durations fail."""
        return bool(self.failures) and all(self.failures)

    def text(self):
        """The table, columns aligned."""
        shown = [tuple(shortened(cell) for cell in row) for row in self.rows]
        rows = [("what", "measured", "must be", "")] + shown
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
