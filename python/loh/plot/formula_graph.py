"""A formula as a graph, from the output on the left to the literals on the right.

Conjunctions, disjunctions and choices that are used twice are one node. Literals are drawn at each use: edges to shared literals
would cross all others. Leaves have a row each, in the order in which a reader meets them; an inner node is in the middle of its
operands. So the edges of a tree do not cross; only edges to shared nodes may.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from ..errors import Error
from ..language import Formula, Program, parse
from ..model import Model
from .common import axes_of, wrapped

__all__ = ["formula"]

_COLUMN, _ROW, _LINE = 1.0, 0.34, 0.15  # inches: between columns, for a leaf, for each further line of its text
_STYLES = {
    "and": ("and", "#cfe3f2", "#0072B2"),
    "or": ("or", "#fbe0cf", "#D55E00"),
    "not": ("not", "#eeeeee", "#6b6b6b"),
    "choice": ("one of", "#f3e0ec", "#a8437d"),
}


class _Node:
    """What is drawn once: its text, column, row and operands."""

    def __init__(self, text: str, kind: str) -> None:
        self.text = text
        self.kind = kind  # 'and', 'or', 'not', 'choice', 'leaf' or 'output'
        self.operands: List[_Node] = []
        self.column = 0
        self.y = 0.0


def formula(value: Any, *, most: int = 150, width: int = 34, ax: Optional[Axes] = None) -> Axes:
    """A formula as a graph, from the output on the left to the literals on the right.

    The alternatives of a choice ("one of") have dashed edges. A part that is used several times is drawn once, except for literals.

    Parameters
    ----------
    value : Formula, Program, Model, dict or str
        a formula or the text of a program; the outputs of a program; the formulas of the classes of a model; or formulas by name, as
        from `LohLayer.hypothesis`.
    most : int
        the largest number of nodes.
    width : int
        the number of characters after which the text of a literal goes on in the next line. After three lines it is cut.
    ax : matplotlib.axes.Axes, optional
        where to draw; by default on a new figure, as large as the graph needs.

    Returns
    -------
    matplotlib.axes.Axes
        the axes with the picture, without ticks. Coordinates are inches.

    Raises
    ------
    loh.Error
        if the text has a mistake, or the graph has more than ``most`` nodes.

    Examples
    --------
    >>> ax = loh.plot.formula("output risk := fuel & [dry, hot & !rained]")
    >>> [text.get_text() for text in ax.texts]
    ['risk', 'and', 'fuel', 'one of', 'dry', 'and', 'hot', '!rained']
    """
    nodes, roots = _graph(_outputs(value), width)
    if len(nodes) > most:
        raise Error(f"the graph has {len(nodes)} nodes, more than {most}", hint="simplify the formula, take one output, or raise most")
    columns = _set_columns(nodes)
    height = _set_rows(roots)
    leaves = max((_text_width(node.text) for node in nodes if node.kind == "leaf"), default=0.5)
    first = max([_text_width(node.text, 0.09) for node in roots if node.kind == "output"], default=0.3)
    across = first / 2 + _COLUMN * columns + leaves + 0.2
    axes = axes_of(ax, max(3.0, across + 0.2), max(1.0, height + 0.3))
    axes.set_xlim(-first / 2 - 0.1, across - first / 2)
    axes.set_ylim(height, 0)
    axes.set_axis_off()
    scale = _scale(axes, across, height)
    for node in nodes:
        for operand in node.operands:
            _draw_edge(axes, node, operand, columns)
    for node in nodes:
        _draw_node(axes, node, scale)
    return axes


def _outputs(value: Any) -> Dict[str, Formula]:
    """Formulas by name."""
    if isinstance(value, str):
        value = parse(value)
    if isinstance(value, Formula):
        return {"": value}
    if isinstance(value, Program):
        return value.outputs
    value = getattr(value, "model_", value)
    if isinstance(value, Model):
        named = {f"{value.target} is {name}": own for name, own in value.formulas.items()}
        if value.head != "vote":
            return named
        return {f"{name}, {number}": rule for name, own in named.items() for number, rule in enumerate(own, start=1)}
    if isinstance(value, Mapping) and all(isinstance(own, Formula) for own in value.values()):
        return {str(name): own for name, own in value.items()}
    raise Error(f"expected a formula, a program, a model or a dict of formulas, not {type(value).__name__}")


def _graph(outputs: Dict[str, Formula], width: int) -> Tuple[List[_Node], List[_Node]]:
    """All nodes in the order of reading, and the first one of each output."""
    nodes: List[_Node] = []
    known: Dict[Formula, _Node] = {}

    def node_of(value: Formula) -> _Node:
        found = known.get(value)
        if found is not None:
            return found
        operands = value.operands
        literal = value.kind == "not" and operands[0].kind in ("variable", "hole")
        leaf = literal or value.kind in ("variable", "hole", "true", "false")
        made = _Node(wrapped(str(value), width), "leaf") if leaf else _Node(_STYLES[value.kind][0], value.kind)
        nodes.append(made)
        if not leaf:
            known[value] = made
            made.operands = [node_of(operand) for operand in operands]
        return made

    roots = []
    for name, value in outputs.items():
        if name:
            root = _Node(wrapped(name, 22), "output")
            nodes.append(root)
            root.operands = [node_of(value)]
        else:
            root = node_of(value)
        roots.append(root)
    return nodes, roots


def _set_columns(nodes: List[_Node]) -> int:
    """Every node is to the right of its users, leaves are in the last column. Returns its number."""
    changed = True
    while changed:  # at most as many rounds as the graph is deep
        changed = False
        for node in nodes:
            for operand in node.operands:
                if operand.column <= node.column:
                    operand.column = node.column + 1
                    changed = True
    last = max(node.column for node in nodes)
    for node in nodes:
        if node.kind == "leaf":
            node.column = last
    return last


def _set_rows(roots: List[_Node]) -> float:
    """The y of each node, downwards. Returns the height."""
    seen: Dict[int, float] = {}
    height = 0.1

    def place(node: _Node) -> float:
        nonlocal height
        if id(node) in seen:
            return node.y
        seen[id(node)] = 0.0
        if not node.operands:
            room = _ROW + _LINE * node.text.count("\n")
            node.y = height + room / 2
            height += room
            return node.y
        before = height
        own = [operand for operand in node.operands if id(operand) not in seen]
        places = [place(operand) for operand in own]
        if not places:  # all operands are shared: a row of its own
            node.y = before + _ROW / 2
            height = before + _ROW
        else:
            node.y = (places[0] + places[-1]) / 2
        return node.y

    for root in roots:
        place(root)
        height += 0.12
    return height


def _text_width(text: str, character: float = 0.078) -> float:
    return 0.2 + character * max(len(line) for line in text.split("\n"))


def _scale(axes: Axes, across: float, height: float) -> float:
    """The size of the texts: smaller on axes that are smaller than the graph."""
    box = axes.get_window_extent()
    inches = box.width / axes.figure.dpi, box.height / axes.figure.dpi
    return max(0.35, min(1.0, inches[0] / across * 1.25, inches[1] / height * 1.25))


def _draw_edge(axes: Axes, node: _Node, operand: _Node, columns: int) -> None:
    """A curve to the next column, then a straight line."""
    x, end = node.column * _COLUMN, operand.column * _COLUMN
    bend = x + _COLUMN
    points = [(x, node.y), (x + 0.55 * _COLUMN, node.y), (x + 0.45 * _COLUMN, operand.y), (bend, operand.y), (end, operand.y)]
    codes = [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4, Path.LINETO]
    choice = node.kind == "choice"
    axes.add_patch(PathPatch(Path(points, codes), facecolor="none", edgecolor="#a8437d" if choice else "#9a9a9a",
                             linewidth=1.1, linestyle="--" if choice else "-", zorder=1))  # fmt: skip


def _draw_node(axes: Axes, node: _Node, scale: float) -> None:
    x, size = node.column * _COLUMN, 9 * scale
    if node.kind == "leaf":
        box = {"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": "#9a9a9a", "linewidth": 0.8}
        axes.text(x, node.y, node.text, ha="left", va="center", fontsize=size, bbox=box, zorder=3)
    elif node.kind == "output":
        box = {"boxstyle": "round,pad=0.35", "facecolor": "#333333", "edgecolor": "none"}
        axes.text(x, node.y, node.text, ha="center", va="center", fontsize=size, color="white", bbox=box, zorder=3)
    else:
        text, inside, edge = _STYLES[node.kind]
        box = {"boxstyle": "round,pad=0.3", "facecolor": inside, "edgecolor": edge, "linewidth": 1}
        axes.text(x, node.y, text, ha="center", va="center", fontsize=size, bbox=box, zorder=3)
