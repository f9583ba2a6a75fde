"""Mutants: copies of a source file with one small fault each."""

from __future__ import annotations

import ast
import copy
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
    """One fault: where it is, the statement as it was and as it is, and the whole source."""

    path: Path
    line: int
    was: str
    now: str
    source: str

    @property
    def key(self) -> str:
        """What names the mutant, whatever the line numbers."""
        return f"{self.path.parent.name}/{self.path.name}: {self.was} => {self.now}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of the functions of a file."""
    tree = ast.parse(path.read_text())
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for number in range(_sites(function)):
            changed = copy.deepcopy(tree)
            place = next(
                node
                for node in ast.walk(changed)
                if isinstance(node, ast.FunctionDef) and node.lineno == function.lineno
            )
            mutation = Mutation(number)
            mutation.visit(place)
            if mutation.line:
                source = ast.unparse(ast.fix_missing_locations(changed))
                was, now = _difference(ast.unparse(function), ast.unparse(place))
                if was != now:
                    yield Mutant(path, mutation.line, was, now, source)


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines in which two texts differ."""
    one, two = before.splitlines(), after.splitlines()
    for old, new in zip(one, two, strict=False):
        if old != new:
            return old.strip(), new.strip()
    return "", ""


def _sites(function: ast.FunctionDef) -> int:
    counter = Mutation(-1)
    counter.visit(copy.deepcopy(function))
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
