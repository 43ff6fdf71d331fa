"""SQL in the databases: a PostgreSQL server, DuckDB, and Spark in local mode."""
import datetime
import math
import os

import duckdb
import psycopg
import pytest

from consumer_cases import compare

EPOCH = datetime.datetime(1970, 1, 1)


def moment(seconds):
    return EPOCH + datetime.timedelta(microseconds=round(seconds * 1e6))


def stored(kind, cell):
    return moment(cell) if kind == "date" and cell is not None else cell


def create(case, quoted, types):
    columns = [f"{quoted(name)} {types[kind]}" for name, kind in case.kinds.items()]
    return f"CREATE TABLE {quoted(case.table)} (loh_row INTEGER, {', '.join(columns)})"


def double_quoted(name):
    return '"' + name.replace('"', '""') + '"'


def rows_of(case):
    for number, row in enumerate(case.rows):
        yield [number] + [stored(case.kinds[name], cell) for name, cell in row.items()]


def in_order(case, names, rows):
    """The predictions by loh_row."""
    at = names.index("prediction")
    return [row[at] for row in sorted(rows, key=lambda row: row[0])]


def test_postgresql_agrees_with_predict():
    types = {"number": "DOUBLE PRECISION", "date": "TIMESTAMP", "category": "TEXT", "truth": "DOUBLE PRECISION"}
    with psycopg.connect(os.environ["LOH_POSTGRESQL"], autocommit=False) as database:

        def predict(case):
            cursor = database.cursor()
            cursor.execute(create(case, double_quoted, types))
            places = ", ".join(["%s"] * (len(case.kinds) + 1))
            cursor.executemany(f"INSERT INTO {double_quoted(case.table)} VALUES ({places})", list(rows_of(case)))
            cursor.execute(case.text("sql-postgresql"))
            found = in_order(case, [part.name for part in cursor.description], cursor.fetchall())
            database.rollback()
            return found

        compare("sql-postgresql", predict)


def test_duckdb_agrees_with_predict():
    types = {"number": "DOUBLE", "date": "TIMESTAMP", "category": "TEXT", "truth": "DOUBLE"}

    def predict(case):
        database = duckdb.connect(config={"threads": 1})
        database.execute(create(case, double_quoted, types))
        places = ", ".join("?" * (len(case.kinds) + 1))
        database.executemany(f"INSERT INTO {double_quoted(case.table)} VALUES ({places})", list(rows_of(case)))
        cursor = database.execute(case.text("sql-duckdb"))
        return in_order(case, [part[0] for part in cursor.description], cursor.fetchall())

    compare("sql-duckdb", predict, most_bytes=100_000)


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    options = {
        "spark.ui.enabled": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.warehouse.dir": str(folder),
        "spark.local.dir": str(folder),
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.codegen.wholeStage": "false",
    }
    builder = SparkSession.builder.master("local[1]").appName("loh")
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def spark_name(name):
    return "`" + name.replace("`", "``") + "`"


def spark_cell(kind, cell):
    """A constant of the type of the column. Rows as constants need no job of the cluster."""
    if cell is None:
        return f"CAST(NULL AS {SPARK_TYPES[kind]})"
    if kind == "category":
        units = cell.encode("utf-16-be")
        return "'" + "".join("\\u%02x%02x" % pair for pair in zip(units[::2], units[1::2])) + "'"
    if kind == "date":
        return f"TIMESTAMP '{moment(cell).isoformat(sep=' ')}'"
    if math.isinf(cell):
        return f"CAST('{'-' if cell < 0 else ''}Infinity' AS DOUBLE)"
    return f"CAST('{cell!r}' AS DOUBLE)"


SPARK_TYPES = {"number": "DOUBLE", "date": "TIMESTAMP", "category": "STRING", "truth": "DOUBLE"}


def test_spark_agrees_with_predict(spark):
    def predict(case):
        rows = [
            f"({number}, {', '.join(spark_cell(case.kinds[name], cell) for name, cell in row.items())})"
            for number, row in enumerate(case.rows)
        ]
        names = ", ".join(["loh_row"] + [spark_name(name) for name in case.kinds])
        values = f"SELECT * FROM VALUES {', '.join(rows)} AS t({names})"
        spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW {spark_name(case.table)} AS {values}")
        result = spark.sql(case.text("sql-spark"))
        return in_order(case, result.columns, result.collect())

    compare("sql-spark", predict, most_bytes=60_000)  # it plans longer texts for up to a minute
