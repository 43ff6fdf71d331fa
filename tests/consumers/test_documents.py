"""LaTeX, Markdown and Graphviz: every document is read by its real consumer, and hostile names stay text."""
import html.parser
import json
import subprocess

from markdown_it import MarkdownIt

from consumer_cases import CASES, LEAST_MODELS

PARSER = MarkdownIt("commonmark").enable("table")


def documents(name):
    found = [case for case in CASES if case.path(name) is not None]
    print(f"\n{name}: {len(found)} models, {len(CASES) - len(found)} refused")
    assert len(found) >= LEAST_MODELS
    return found


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.codes, self.inside = set(), [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        assert not attributes or tag in ("td", "th"), (tag, attributes)
        self.inside = tag == "code"
        if self.inside:
            self.codes.append("")

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.codes[-1] += data


def quoted(text):
    """As the language writes a text: some characters of JSON's escapes have others."""
    return json.dumps(text, ensure_ascii=False)


def test_markdown_shows_names_as_they_are():
    allowed = {"h1", "h2", "p", "ol", "ul", "li", "code", "table", "thead", "tbody", "tr", "th", "td"}
    for case in documents("markdown"):
        page = Page(PARSER.render(case.text("markdown")))
        assert page.tags <= allowed, case.folder
        plain = [name for name in case.classes if name.isprintable() and name.isascii()]
        shown = set(page.codes)
        for name in plain:
            if case.votes or name in case.expected:
                assert quoted(name) in shown, (case.folder, name)


def test_dot_draws_every_decision(tmp_path):
    """One run for all; the SVG has the texts of the classes."""
    found = documents("graphviz")
    paths = [case.path("graphviz") for case in found]
    ran = subprocess.run(["dot", "-Tplain", *map(str, small(paths))], capture_output=True)
    assert ran.returncode == 0 and not ran.stderr, ran.stderr.decode()[:2000]
    assert ran.stdout.decode().count("\nstop\n") == len(small(paths))
    checked = subprocess.run(["gvpr", "-q", "BEG_G { print(nNodes($G)) }", *map(str, paths)], capture_output=True)
    assert checked.returncode == 0 and not checked.stderr, checked.stderr.decode()[:2000]
    assert len(checked.stdout.split()) == len(paths)


def small(paths):
    """Graphs that dot lays out quickly."""
    return [path for path in paths if path.stat().st_size < 6_000]


def test_classes_are_labels_in_dot():
    for case in documents("graphviz")[:40]:
        ran = subprocess.run(["gvpr", 'N { print(label) }', str(case.path("graphviz"))], capture_output=True, check=True)
        labels = ran.stdout.decode().replace("&amp;", "&")
        for name in case.classes:
            if name.isprintable() and "\\" not in name and '"' not in name:
                assert name in labels, (case.folder, name)


def test_latex_compiles(tmp_path):
    """The body of every document, one after the other in one run; and some as documents of their own."""
    found = documents("latex")
    head, bodies = None, []
    for case in found:
        text = case.text("latex")
        before, body = text.split("\\begin{document}\n")
        head = head or before
        assert before == head
        bodies.append(body.removesuffix("\\end{document}\n"))
    whole = head + "\\begin{document}\n" + "\\clearpage\n".join(bodies) + "\\end{document}\n"
    compile_latex(tmp_path, "all", whole)
    for case in found[:5]:
        compile_latex(tmp_path, case.folder.name, case.text("latex"))


def compile_latex(folder, name, text):
    (folder / f"{name}.tex").write_bytes(text.encode())
    ran = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{name}.tex"],
        cwd=folder,
        capture_output=True,
    )
    assert ran.returncode == 0, ran.stdout.decode(errors="replace")[-2000:]
    assert (folder / f"{name}.pdf").stat().st_size > 1000
