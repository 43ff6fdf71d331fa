"""Verilog in Icarus Verilog: a test bench sets the inputs of each row and prints the number of the class."""
import json
import math
import re
import struct
import subprocess

from consumer_cases import CASES, compare, number

BATCH = 25
MOST_BYTES = 150_000  # Icarus Verilog takes a minute for a scorecard of 1500 rules


def bits(value):
    return "64'h%016x" % struct.unpack("<Q", struct.pack("<d", value))[0]


PORT = re.compile(r"^    input (\[\d+:0\] )?(\w+),  // (number|date|truth|category|difference) (.*)$", re.M)


def ports(text):
    """The inputs: [(declared name, name, kind, column)], and the categories and missing texts of columns."""
    decode = json.JSONDecoder().raw_decode
    result, categories = [], {}
    for width, name, kind, about in PORT.findall(text):
        first, end = decode(about)
        if kind == "category":
            known, more = decode(about[end + 2 :])
            missing = json.loads(about[about.rindex("also the texts ") + len("also the texts ") :])
            categories[first] = (known, missing)
        result.append((width + name, name, kind, first))
    return result, categories


def code(cell, known, missing):
    if cell is None or cell in missing:
        return len(known) + 1
    return known.index(cell) if cell in known else len(known)


def place(case, name, cell, categories):
    if case.kinds[name] != "category":
        return number(cell)
    known, _ = categories[name]
    if cell not in known:
        return math.nan
    try:
        return float(cell)
    except ValueError:
        return float(ord(cell) - ord("a" if cell >= "a" else "A"))


def value(case, row, kind, column, categories):
    if kind == "difference":
        a, b = (place(case, name, row[name], categories) for name in column)
        return bits(a - b)
    cell = row[column]
    if kind == "category":
        return str(code(cell, *categories[column]))
    return str(int(cell > 0.5)) if kind == "truth" else bits(number(cell))


def bench(index, case):
    text = case.text("verilog")
    inputs, categories = ports(text)
    lines = [text.replace("module loh_decision (", f"module loh_decision_{index} (", 1), f"module bench_{index};"]
    lines += [f"    reg {declared};" for declared, _, _, _ in inputs]
    wires = "".join(f".{name}({name}), " for _, name, _, _ in inputs)
    width = re.search(r"output (\[\d+:0\]) prediction", text)[1]
    lines += [f"    wire {width} prediction;", f"    loh_decision_{index} decision({wires}.prediction(prediction));"]
    lines.append("    initial begin")
    for row in case.rows:
        lines += [f"        {name} = {value(case, row, kind, column, categories)};" for _, name, kind, column in inputs]
        lines.append(f'        #1 $display("{index} %0d", prediction);')
    return "\n".join(lines + ["    end", "endmodule", ""])


def simulate(folder, cases):
    """{index: classes of the rows}"""
    source, program = folder / "bench.v", folder / "bench.vvp"
    source.write_bytes("".join(bench(index, case) for index, case in cases).encode())
    compiled = subprocess.run(["iverilog", "-g2001", "-Wall", "-Wno-timescale", "-o", program, source], capture_output=True)
    assert compiled.returncode == 0 and not compiled.stderr, compiled.stderr.decode()[:2000]
    ran = subprocess.run(["vvp", "-n", program], capture_output=True, check=True, text=True)
    result = {index: [] for index, _ in cases}
    for line in ran.stdout.split("\n"):
        if line:
            index, found = line.split()
            result[int(index)].append(dict(cases)[int(index)].classes[int(found)])
    return result


def test_verilog_agrees_with_predict(tmp_path):
    found = {}
    numbered = [(index, case) for index, case in enumerate(CASES) if case.path("verilog").stat().st_size <= MOST_BYTES]
    for first in range(0, len(numbered), BATCH):
        found.update(simulate(tmp_path, numbered[first : first + BATCH]))
    index = {case.folder: number for number, case in numbered}
    compare("verilog", lambda case: found[index[case.folder]], MOST_BYTES)
