"""How models look in notebooks."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .model import Model

__all__ = ["model_html"]


def model_html(model: Model) -> str:
    """The rules and figures of a model as tables."""

    def cell(value: Any) -> str:
        return f"<td>{html.escape(f'{value:.3f}' if isinstance(value, float) else str(value))}</td>"

    rules = model._rule_list(json.loads(model._core.rules()))
    names = ["class", "text", "support", "precision", "recall", "lift"] + (["points"] if model.head == "vote" else [])
    lines = [f"<p><b>{html.escape(model.target)}</b>: {model.rule_count} rules, {model.literal_count} literals</p>"]
    lines.append("<table><thead><tr>" + "".join(f"<th>{name}</th>" for name in names) + "</tr></thead><tbody>")
    for rule in rules[:200]:
        points = rule["points"]
        shown = dict(rule, points=", ".join(f"{name} {value:+d}" for name, value in points.items()) if points else "")
        lines.append("<tr>" + "".join(cell(shown[name]) for name in names) + "</tr>")
    lines.append("</tbody></table>")
    if len(rules) > 200:
        lines.append(f"<p>and {len(rules) - 200} more rules</p>")
    lines.append("<table><thead><tr><th></th><th>rows</th><th>accuracy</th><th>macro F1</th></tr></thead><tbody>")
    for name, part in model.figures.items():
        lines.append("<tr>" + "".join(cell(v) for v in (name, part["rows"], part["accuracy"], part["macro_f1"])) + "</tr>")
    lines.append("</tbody></table>")
    return "\n".join(lines)
