"""Figures printed in the paper: (mean, deviation) of F1, None where there is none."""

# Table 2: method -> NeSy F1, symbolic F1.
VISUAL_TICTACTOE = {
    "NN": ((0.91, 0.14), None),
    "DLN": ((0.96, 0.01), (0.37, 0.21)),
    "MLLP DNF": ((0.80, 0.22), None),
    "MLLP CNF": ((0.94, 0.02), None),
    "CRS DNF": ((0.76, 0.28), (0.80, 0.30)),
    "CRS CNF": ((0.92, 0.00), (0.97, 0.02)),
    "LoH DNF": ((0.97, 0.01), (0.99, 0.00)),
    "LoH CNF": ((0.95, 0.01), (0.99, 0.00)),
}

# Table 1: data set -> method -> F1.
TABLE_METHODS = ["DT", "RF", "XGBoost", "NN", "MLLP", "CRS", "DLN", "LoH"]
_TABLE = """
adult           .80 .00  .81 .00  .82 .00  .81 .01  .80 .01  .75 .06  .80 .02  .81 .01
bank-marketing  .74 .00  .73 .00  .76 .00  .78 .01  .69 .08  .75 .01  .76 .01  .76 .01
banknote        .95 .00  .95 .01  .96 .00  .96 .00  .96 .00  .96 .00  .95 .01  .96 .00
blogger         .64 .00  .53 .00  .69 .00  .82 .05  .84 .00  .78 .02  .72 .12  .83 .08
chess           .81 .00  .58 .01  .85 .00  .82 .01  .83 .02  .74 .02  .41 .02  .69 .01
connect-4       .59 .00  .55 .00  .71 .00  .71 .04  .58 .01  .58 .01  .62 .01  .58 .01
letRecog        .80 .00  .76 .00  .92 .00  .93 .00  .85 .01  .80 .01  .64 .02  .77 .01
magic04         .81 .00  .83 .00  .84 .00  .84 .00  .84 .00  .80 .00  .83 .00  .83 .00
mushroom       1.00 .00 1.00 .00 1.00 .00 1.00 .00 1.00 .00 1.00 .01 1.00 .00 1.00 .00
nursery         .79 .00  .79 .00  .80 .00 1.00 .00 1.00 .00 1.00 .00 1.00 .00 1.00 .00
tic-tac-toe     .89 .00  .98 .01  .97 .00  .99 .01 1.00 .00 1.00 .00  .99 .01  .99 .01
wine           1.00 .00 1.00 .01  .96 .00  .97 .05 1.00 .00  .96 .01  .97 .02  .98 .01
"""


def _table() -> dict[str, dict[str, tuple[float, float]]]:
    found = {}
    for line in _TABLE.strip().splitlines():
        name, *numbers = line.split()
        values = list(map(float, numbers))
        found[name] = dict(zip(TABLE_METHODS, zip(values[::2], values[1::2])))
    return found


TABLE = _table()

# Settings of MLLP on the twelve tables: hidden units, epochs, weight decay, learning rate, random binarization rate; batch 128.
MLLP = {
    "adult": ([93, 171, 254], 200, 3.8e-06, 0.00497, 0.2518),
    "bank-marketing": ([241, 149, 89], 200, 2.84e-08, 0.00774, 0.445),
    "banknote": ([253], 200, 1.26e-07, 0.00993, 0.2839),
    "blogger": ([205], 400, 3.11e-05, 0.00954, 0.0508),
    "chess": ([252, 240, 183], 400, 1.41e-08, 0.00677, 0.4201),
    "connect-4": ([198], 200, 3.11e-08, 0.00405, 0.1852),
    "letRecog": ([238, 213, 162], 300, 1.53e-08, 0.00962, 0.6732),
    "magic04": ([240], 300, 3.22e-08, 0.00339, 0.094),
    "mushroom": ([138], 200, 5.87e-06, 0.00616, 0.5997),
    "nursery": ([103, 244, 82], 300, 1.28e-08, 0.00449, 0.3667),
    "tic-tac-toe": ([138], 800, 5.87e-06, 0.00616, 0.5997),
    "wine": ([160], 300, 1.66e-08, 0.00928, 0.0464),
}
