"""The paper's experiments, each as one command that can be interrupted and continued.

    python -m experiments.paper visual-tictactoe          from the root of the repository, with the package in .venv
    python -m experiments.paper --help

Modules, in the order the data flows:

    runs       one row of a CSV for each finished run
    published  the figures of the paper
    digits     MNIST, or scikit-learn's digits
    boards, perception, clauses, mllp, tictactoe    Visual tic-tac-toe (Table 2)
    wildfire_scenes, wildfire                   wildfire with images
    addition                                    sums of two digits
    tables                                      baselines of Table 1
    page       docs/results.md from the CSVs
"""
