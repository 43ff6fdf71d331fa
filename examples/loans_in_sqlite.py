"""Runs an exported query on the loans, in SQLite (docs/export.md): loans_in_sqlite.py QUERY"""

import csv
import pathlib
import sqlite3
import sys

database = sqlite3.connect(":memory:")
database.execute("CREATE TABLE loans (id INTEGER, income REAL, housing TEXT, age REAL)")
with open("examples/loans.csv", encoding="utf-8") as file:
    for row in csv.DictReader(file):
        cells = [row[name] for name in ("id", "income", "housing", "age")]
        database.execute("INSERT INTO loans VALUES (?, ?, ?, ?)", [None if cell in ("", "?", "NA") else cell for cell in cells])
for row in database.execute(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")).fetchall()[5:9]:
    print(*row)
