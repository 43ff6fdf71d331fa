"""Runs the exports for DuckDB and compares all rows: check_duckdb.py FOLDER"""

import datetime
import math
import sys

import duckdb

from cases import Check, each_case
from sql_rows import compare_rows, quoted

EPOCH = datetime.datetime(1970, 1, 1)
TYPES = {"number": "DOUBLE", "truth": "DOUBLE", "category": "VARCHAR", "date": "TIMESTAMP"}


def stored(column, cell, row):
    if cell is None:
        return math.nan if column["kind"] == "number" and row % 2 else None
    if column["kind"] == "date":
        return EPOCH + datetime.timedelta(microseconds=round(cell * 1e6))
    return cell


def filled(case):
    database = duckdb.connect(":memory:")
    columns = ", ".join(f"{quoted(c['name'])} {TYPES[c['kind']]}" for c in case.columns)
    database.execute(f"CREATE TABLE {quoted(case.table)} (loh_row INTEGER, {columns})")
    places = ", ".join("?" * (len(case.columns) + 1))
    rows = [[row, *(stored(c, cells[row], row) for c, cells in zip(case.columns, case.cells))] for row in range(case.rows)]
    database.executemany(f"INSERT INTO {quoted(case.table)} VALUES ({places})", rows)
    return database


def main():
    check = Check("DuckDB " + duckdb.__version__)
    for case in each_case(check, sys.argv[1]):
        database = filled(case)
        for file in ("sql-duckdb.sql", "sql-duckdb-full.sql"):
            result = database.execute(case.read(file))
            names = [part[0] for part in result.description]
            compare_rows(check, case, names, result.fetchall(), "full" in file)
        database.close()
    check.finish()


if __name__ == "__main__":
    main()
