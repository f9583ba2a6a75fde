"""Mutants: functions of a source file with one small fault each."""

from __future__ import annotations

import ast
import copy
import types
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """One fault: where it is, the statement as it was and as it is, and the function's code."""

    path: Path
    function: str
    line: int
    was: str
    now: str
    number: int
    code: types.CodeType

    @property
    def key(self) -> str:
        """What names the mutant, whatever the line numbers."""
        place = f"{self.path.parent.name}/{self.path.name} {self.function}"
        same = f" (place {self.number})" if self.number > 1 else ""
        return f"{place}: {self.was} => {self.now}{same}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of the bodies of the functions of a file."""
    tree = ast.parse(path.read_text())
    for function in [node for node in tree.body if isinstance(node, ast.FunctionDef)]:
        yield from _mutants_of_function(path, function)


def _mutants_of_function(path: Path, function: ast.FunctionDef) -> Iterator[Mutant]:
    plain = copy.deepcopy(function)
    plain.decorator_list = []
    before, seen = ast.unparse(plain), Counter[str]()
    for number in range(_sites(plain)):
        changed = copy.deepcopy(plain)
        mutation = Mutation(number)
        changed.body = [mutation.visit(statement) for statement in changed.body]
        ast.fix_missing_locations(changed)
        was, now = _difference(before, ast.unparse(changed))
        if was == now:
            continue
        seen[f"{was} => {now}"] += 1
        times = seen[f"{was} => {now}"]
        code = code_of(changed, path)
        yield Mutant(path, function.name, mutation.line, was, now, times, code)


def code_of(function: ast.FunctionDef, path: Path) -> types.CodeType:
    """The code of a function that stands alone."""
    module = compile(ast.Module([function], []), str(path), "exec")
    return next(one for one in module.co_consts if isinstance(one, types.CodeType))


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines in which two texts differ."""
    one, two = before.splitlines(), after.splitlines()
    for old, new in zip(one, two, strict=False):
        if old != new:
            return old.strip(), new.strip()
    return "", ""


def _sites(function: ast.FunctionDef) -> int:
    counter = Mutation(-1)
    for statement in copy.deepcopy(function).body:
        counter.visit(statement)
    return counter.seen


class Mutation(ast.NodeTransformer):
    """Puts a fault in at the site of a number; counts the sites on the way."""

    def __init__(self, number: int) -> None:
        self.number, self.seen, self.line = number, 0, 0

    def _is_here(self, node: ast.AST) -> bool:
        here = self.seen == self.number
        self.seen += 1
        if here:
            self.line = node.lineno
        return here

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for at, operator in enumerate(node.ops):
            if type(operator) in COMPARE and self._is_here(node):
                node.ops[at] = COMPARE[type(operator)]()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if type(node.op) in ARITHMETIC and self._is_here(node):
            node.op = ARITHMETIC[type(node.op)]()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._is_here(node):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not | ast.Invert) and self._is_here(node):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is int and self._is_here(node):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        if type(node.value) is bool and self._is_here(node):
            return ast.copy_location(ast.Constant(not node.value), node)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        if self._is_here(node):
            node.test = ast.copy_location(ast.Constant(False), node.test)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant):  # a docstring
            return node
        self.generic_visit(node)
        return ast.copy_location(ast.Pass(), node) if self._is_here(node) else node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        plain = isinstance(node.targets[0], ast.Attribute | ast.Subscript)
        return ast.copy_location(ast.Pass(), node) if plain and self._is_here(node) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if type(node.op) in ARITHMETIC and self._is_here(node):
            node.op = ARITHMETIC[type(node.op)]()
        return ast.copy_location(ast.Pass(), node) if self._is_here(node) else node
