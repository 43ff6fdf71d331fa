"""Prolog in SWI-Prolog: one process loads each file in turn and decides all of its rows."""
import json
import math
import subprocess

from consumer_cases import CASES, compare

DRIVER = """
:- set_prolog_flag(verbose, silent).
decide(Folder) :-
    atom_concat(Folder, '/prolog.pl', File), atom_concat(Folder, '/prolog.rows', Rows),
    load_files([File, Rows], []),
    forall(row(Row), ( findall(Codes, ( prediction(Row, Class), atom_codes(Class, Codes) ), Found), print(Found), nl )),
    unload_file(Rows), unload_file(File).
"""


def atom(text):
    hexed = lambda c: "\\x%x\\" % ord(c)
    return "'" + "".join(hexed(c) if ord(c) < 32 or c in "'\\" else c for c in text) + "'"


def term(case, name, value):
    if case.kinds[name] == "category":
        return atom(value)
    if isinstance(value, float) and math.isinf(value):
        return "1.0Inf" if value > 0 else "-1.0Inf"
    return repr(value)


def facts(case):
    lines = [":- encoding(utf8)."]
    lines += [f"row({row})." for row in range(len(case.rows))]
    for index, row in enumerate(case.rows):
        for name, value in row.items():
            if value is not None:
                lines.append(f"cell({index}, {atom(name)}, {term(case, name, value)}).")
    return "\n".join([lines[0], ":- dynamic(row/1)."] + lines[1:]) + "\n"


def test_prolog_agrees_with_predict(tmp_path):
    (tmp_path / "driver.pl").write_text(DRIVER)
    goals = []
    for case in CASES:
        (case.folder / "prolog.rows").write_bytes(facts(case).encode())
        goals.append(f"decide('{case.folder}')")
    (tmp_path / "goals.pl").write_text(":- initialization((" + ",\n".join(goals) + ", halt)).\n")
    ran = subprocess.run(
        ["swipl", "-q", "--on-warning=status", str(tmp_path / "driver.pl"), str(tmp_path / "goals.pl")],
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    assert ran.returncode == 0 and not ran.stderr, ran.stderr.decode()[-3000:]
    answers = iter(ran.stdout.decode().splitlines())

    def predict(case):
        return ["".join(map(chr, *json.loads(next(answers)))) for _ in case.rows]  # exactly one answer

    compare("prolog", predict)

