"""Runs the exports for SQLite with Python's sqlite3 and compares all rows: check_sqlite.py FOLDER"""

import datetime
import sqlite3
import sys

from cases import Check, each_case
from sql_rows import compare_rows, quoted

EPOCH = datetime.datetime(1970, 1, 1)


def moment(seconds, row):
    """ISO 8601, as short as possible in every other row, with a blank or a T."""
    when = EPOCH + datetime.timedelta(seconds=round(seconds * 1e6) / 1e6)
    if row % 2 == 0 and when.time() == datetime.time():
        return when.date().isoformat()
    return when.isoformat(sep=" T"[row % 2])


def stored(column, cell, row):
    if column["kind"] == "date" and cell is not None:
        return moment(cell, row)
    return cell


def filled(case):
    database = sqlite3.connect(":memory:")
    types = {"number": "REAL", "truth": "REAL", "category": "TEXT", "date": "TEXT"}
    columns = ", ".join(f"{quoted(c['name'])} {types[c['kind']]}" for c in case.columns)
    database.execute(f"CREATE TABLE {quoted(case.table)} (loh_row INTEGER PRIMARY KEY, {columns})")
    places = ", ".join("?" * (len(case.columns) + 1))
    for row in range(case.rows):
        cells = [stored(c, cells[row], row) for c, cells in zip(case.columns, case.cells)]
        database.execute(f"INSERT INTO {quoted(case.table)} VALUES ({places})", [row, *cells])
    return database


def main():
    check = Check("sqlite " + sqlite3.sqlite_version)
    for case in each_case(check, sys.argv[1]):
        database = filled(case)
        for file in ("sql-sqlite.sql", "sql-sqlite-full.sql"):
            cursor = database.execute(case.read(file))
            names = [part[0] for part in cursor.description]
            compare_rows(check, case, names, cursor.fetchall(), "full" in file)
        database.execute(f"SELECT count(*) FROM {quoted(case.table)}")  # it still exists
    check.finish()


if __name__ == "__main__":
    main()
