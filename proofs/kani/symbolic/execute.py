"""Executes the harnesses of a program symbolically, on its compiled code, every value at full width.

    execute.py PROGRAM [--only PREFIX] [--mutant]

Each harness is followed along every path with `angr`; what Kani's functions mean is put in the place of their hooks. Right is what
the list in `proofs/kani/src/list.rs` says: a harness passes, with every cover met, or it must fail. With `--mutant` the program has
an error on purpose, and the answer is which harnesses notice it.
"""

import argparse
import logging
import multiprocessing
import os
import resource
import subprocess
import sys
import time

WORKERS = min(2, os.cpu_count() or 1)
# A run without a limit has taken 23 GB.
MEMORY = (6 << 30) // WORKERS
resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
logging.disable(logging.ERROR)

import angr  # noqa: E402
import claripy  # noqa: E402

# Of whole runs nothing is symbolic but the scheduler: its choices are paths, far too many to follow one by one. A step of the
# invariant of the reads compares two sites in every way they can stand to each other: not at an end after ten minutes and 4 GB.
LEFT_OUT = ("scheduler::", "reads::every_step")
STEPS = 200_000
# An address that depends on a choice stands for each of so many places. angr by itself would take one of them and forget the others.
PLACES = 64


class Outcome:
    def __init__(self):
        self.paths = 0
        self.covers = {}
        self.failures = {}


def text(state, pointer, length):
    pointer, length = state.solver.eval_one(pointer), state.solver.eval_one(length)
    return state.solver.eval(state.memory.load(pointer, length), cast_to=bytes).decode()


def example(state):
    """Values with which this path is taken, in the order in which they are."""
    state, values = state.copy(), []
    for symbol in state.globals.get("values", ()):
        values.append(state.solver.eval(symbol))
        state.add_constraints(symbol == values[-1])
    return values


def true(condition):
    return condition[7:0] != 0


class Any(angr.SimProcedure):
    def run(self):
        values = self.state.globals.get("values", ())
        value = claripy.BVS("any", 64)
        self.state.globals["values"] = values + (value,)
        return value


class Assume(angr.SimProcedure):
    def run(self, condition):
        # Whether the path is still possible is asked at its next branch, assertion or cover: each question takes a while.
        condition = true(condition)
        self.state.add_constraints(condition)
        if condition.is_false():
            self.exit(1)


class Assert(angr.SimProcedure):
    outcome = None

    def run(self, condition, pointer, length):
        wrong = claripy.Not(true(condition))
        if wrong.is_false():
            return
        if self.state.satisfiable(extra_constraints=[wrong]):
            what = text(self.state, pointer, length)
            if what not in self.outcome.failures:
                failing = self.state.copy()
                failing.add_constraints(wrong)
                self.outcome.failures[what] = example(failing)
            self.state.add_constraints(true(condition))


class Cover(angr.SimProcedure):
    outcome = None

    def run(self, condition, pointer, length):
        what = text(self.state, pointer, length)
        met = self.outcome.covers.get(what, False)
        self.outcome.covers[what] = met or self.state.satisfiable(extra_constraints=[true(condition)])


class Panic(angr.SimProcedure):
    NO_RET = True
    outcome = None

    def run(self):
        if self.state.satisfiable():
            self.outcome.failures.setdefault("a panic", example(self.state))
        self.exit(1)


def hook(project, outcome):
    for procedure in (Assert, Cover, Panic):
        procedure.outcome = outcome
    for name, procedure in ("any", Any), ("assume", Assume), ("assert", Assert), ("cover", Cover):
        project.hook_symbol(f"symbolic_{name}", procedure(), replace=True)
    for symbol in project.loader.main_object.symbols:
        if symbol.is_function and "core9panicking" in symbol.name:
            project.hook(symbol.rebased_addr, Panic(), replace=True)


def execute(project, address):
    outcome = Outcome()
    hook(project, outcome)
    state = project.factory.call_state(address, add_options={
        angr.options.ZERO_FILL_UNCONSTRAINED_MEMORY,
        angr.options.ZERO_FILL_UNCONSTRAINED_REGISTERS,
    })
    all_places = [angr.concretization_strategies.SimConcretizationStrategySolutions(PLACES)]
    state.memory.read_strategies, state.memory.write_strategies = all_places, all_places
    manager = project.factory.simulation_manager(state)
    manager.use_technique(angr.exploration_techniques.DFS())

    def count(manager):
        # A path that has ended is counted and forgotten: its state would be kept to the end.
        outcome.paths += len(manager.deadended)
        manager.drop(stash="deadended")
        return manager

    manager.run(n=STEPS, step_func=count)
    if manager.active or manager.deferred:
        raise RuntimeError("the search was cut")
    if manager.errored:
        raise RuntimeError(f"the execution does not go through: {manager.errored[0]}")
    if getattr(manager, "unconstrained", None):
        raise RuntimeError("a path leaves the program")
    count(manager)
    return outcome


def verdict(outcome, must, covers):
    """What is wrong with this outcome, if anything is."""
    if must == "Fail":
        return None if outcome.failures else "it does not fail"
    if outcome.failures:
        what, values = next(iter(outcome.failures.items()))
        return f"not so: {what}; its values: {', '.join(map(hex, values))}"
    met = sum(outcome.covers.values())
    if met != covers or len(outcome.covers) != covers:
        unmet = [what for what, met in outcome.covers.items() if not met]
        return f"{met} of {covers} covers are met; not: {', '.join(unmet) or 'one that is never reached'}"
    return None


def run(harness):
    program, name, must, covers, place = harness
    project = angr.Project(program, auto_load_libs=False)
    origin = project.loader.find_symbol("symbolic_assume").rebased_addr
    begun = time.process_time()
    outcome = execute(project, origin + int(place))
    wrong = verdict(outcome, must, int(covers))
    return name, must, wrong, outcome.paths, time.process_time() - begun


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("program")
    arguments.add_argument("--only", default="")
    arguments.add_argument("--mutant", action="store_true")
    given = arguments.parse_args()
    listed = subprocess.run([given.program], capture_output=True, text=True, check=True).stdout
    all_of_them = [(given.program, *line.split()) for line in listed.splitlines()]
    wanted = [harness for harness in all_of_them if harness[1].startswith(given.only)]
    harnesses = [harness for harness in wanted if not harness[1].startswith(LEFT_OUT)]
    if not harnesses:
        sys.exit(f"there is no harness {given.only}")
    noticed = []
    # A process for each harness: what one has taken is not given back before it ends.
    with multiprocessing.Pool(WORKERS, maxtasksperchild=1) as pool:
        for name, must, wrong, paths, seconds in pool.imap(run, harnesses):
            if wrong:
                noticed.append(name)
            if wrong or not given.mutant:
                said = wrong or {"Pass": "passes", "Fail": "fails, as it must"}[must]
                print(f"{name}: {said} ({paths} paths, {seconds:.1f} s of processor time)", flush=True)
    if given.mutant:
        if not noticed:
            sys.exit("no harness notices the mutant")
        return
    left_out = len(wanted) - len(harnesses)
    print(f"{len(harnesses)} harnesses executed symbolically at full width on the compiled code; {left_out} with too many paths left out")
    if noticed:
        sys.exit(f"not as it must be: {', '.join(noticed)}")


if __name__ == "__main__":
    main()
