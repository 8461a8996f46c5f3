"""Runs experiments against a built executable: its guarantees under load, faults and attacks.

usage: deploy/chaos NAME… [--seconds N] [--seed S] [--binary PATH] [--short]
       deploy/chaos list | all | untimed

Exit code 0: the guarantees hold; 1: they do not, and the table shows where; 77: cannot run here, with the reason; 78:
needs something that no package can install.
"""
import argparse
import importlib
import os
import pkgutil
import resource
import signal
import sys
import time
import traceback

import experiments
from trial import CannotRun, LeftOut, OutOfTime, Trial


def names():
    """Returns the names of all experiments."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(experiments.__path__))


def measures_time(name):
    """Whether an experiment compares durations, so that it must run alone."""
    return getattr(load(name), "MEASURES_TIME", True)


def load(name):
    """An experiment's module."""
    return importlib.import_module("experiments." + name.replace("-", "_"))


def out_of_time(*_):
    """Ends an experiment that hangs."""
    raise OutOfTime("the experiment took much longer than allowed")


def run(name, options, again=False):
    """Runs one experiment and prints its table; its exit code."""
    module = load(name)
    seconds = options.seconds or (module.SHORT_SECONDS if options.short else module.SECONDS)
    trial = Trial(name, options.binary, seconds, options.seed, options.short, measures_time(name))
    print(f"== {name}: {module.__doc__.strip()} (seed {options.seed}, {seconds:g} s)", flush=True)
    # An experiment that waits for the end of its work, and not for a time, names its longest duration.
    signal.alarm(int(max(seconds * 3 + 60, getattr(module, "LONGEST_SECONDS", 0))))
    code = 0
    try:
        module.run(trial)
    except CannotRun as reason:
        print(f"SKIPPED {name}: {reason}", flush=True)
        return 78 if isinstance(reason, LeftOut) else 77
    except (Exception, OutOfTime):
        print(traceback.format_exc(), flush=True)
        for stack in trial.stacks:
            print(stack.last_words(), flush=True)
        code = 1
    finally:
        signal.alarm(0)
        trial.clean()
    if options.short and not code and trial.table.only_times_fail and not again:
        print(trial.table.text())
        print(f"{name}: only durations failed, possibly because of other load; measuring once more", flush=True)
        return run(name, options, again=True)
    code = 1 if trial.table.failures else code
    print(trial.table.text())
    print(f"{name}: {'FAILED' if code else 'holds'} after {time.monotonic() - trial.begun:.0f} s", flush=True)
    return code


def main():
    """Reads the command line; one exit code for all that ran."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--binary", default=os.environ.get("WAYMARK_BINARY"))
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    if options.names == ["list"]:
        for name in names():
            print(f"{name:14} {'timed' if measures_time(name) else 'untimed':8} {load(name).__doc__.strip()}")
        return 0
    wanted = names() if options.names == ["all"] else options.names
    if wanted == ["untimed"]:
        wanted = [name for name in names() if not measures_time(name)]
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        parser.error(f"no experiment {', '.join(unknown)}; there are {', '.join(names())}")
    if not options.binary or not os.access(options.binary, os.X_OK):
        parser.error("which executable? give --binary PATH")
    options.binary = os.path.abspath(options.binary)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    signal.signal(signal.SIGALRM, out_of_time)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    codes = [run(name, options) for name in wanted]
    return next((code for code in (1, 77, 78) if code in codes), 0)


if __name__ == "__main__":
    sys.exit(main())
