"""Visual tic-tac-toe: boards, grids, MLLP, formulas and pruning. Training runs in `make paper-quick`."""
import csv
import gzip
import os
import pathlib
import struct

import loh
import numpy as np
import paper_package  # noqa: F401
import pytest
import torch
from experiments.paper import boards as game
from experiments.paper import digits as digit_images
from experiments.paper import clauses as rules
from experiments.paper import perception
from experiments.paper.mllp import LogicalLayer, Mllp
from experiments.paper.clauses import NormalForm
from experiments.paper.perception import INPUTS
from loh.torch import LohLayer

LINES = " | ".join("(" + " & ".join(f"x{cell + 1}" for cell in line) + ")" for line in game.LINES)


def test_boards_are_those_of_the_published_table():
    boards = game.final_boards()
    assert len(boards) == 958 and sum(game.has_won(board, game.X) for board in boards) == 626
    folder = os.environ.get("LOH_DATA")
    if folder:
        with (pathlib.Path(folder) / "tic-tac-toe.csv").open(newline="") as file:
            rows = list(csv.reader(file))[1:]
        assert [tuple("xob".index(cell) for cell in row[:9]) for row in rows] == boards


def test_no_board_is_in_two_parts_of_the_split():
    split = game.published_split()
    assert [len(part) for part in split] == [670, 96, 192]
    assert sorted(np.concatenate(split)) == list(range(958))


def test_no_image_is_used_twice():
    random = np.random.default_rng(0)
    labels = np.repeat([0, 1, 2], 200)
    grids = game.draw_grids(game.final_boards(), np.arange(20), 2, np.zeros((600, 1, 2, 2)), labels, random, once=True)
    assert len(np.unique(grids.cells)) == 40 * 9
    marks = np.array(game.final_boards())[grids.board]
    assert (labels[grids.cells] == marks).all()
    with pytest.raises(ValueError, match="cells need an image"):
        game.draw_grids(game.final_boards(), np.arange(900), 2, np.zeros((600, 1, 2, 2)), labels, random, once=True)


def test_test_grids_have_other_images_than_training_grids():
    digits = digit_images.load_digits(3, bundled=True)
    data = game.load(digits)
    assert [len(part.won) for part in data] == [1340, 192, 192]
    assert data.train.images is data.validation.images and data.test.images is not data.train.images
    assert not set(data.train.board) & set(data.validation.board) and not set(data.test.board) & set(data.train.board)


def test_idx_files_are_read_and_damaged_ones_refused(tmp_path):
    values = np.arange(12, dtype=np.uint8).reshape(3, 2, 2)
    content = struct.pack(">HBBIII", 0, 8, 3, 3, 2, 2) + values.tobytes()
    (tmp_path / "good.gz").write_bytes(gzip.compress(content))
    (tmp_path / "short.gz").write_bytes(gzip.compress(content[:-1]))
    (tmp_path / "other.gz").write_bytes(gzip.compress(b"\x00\x00\x0d\x03" + content[4:]))
    assert (digit_images.read_idx(tmp_path / "good.gz") == values).all()
    with pytest.raises(ValueError, match="values"):
        digit_images.read_idx(tmp_path / "short.gz")
    with pytest.raises(ValueError, match="IDX"):
        digit_images.read_idx(tmp_path / "other.gz")


def test_symbolic_f1_is_one_for_the_definition_of_the_game():
    assert rules.symbolic_f1(loh.Formula(LINES)) == 1
    assert rules.symbolic_f1(loh.Formula("true")) == pytest.approx(0.395, abs=0.001)  # always the more frequent class


def test_clauses_of_a_layer_predict_what_the_layer_does():
    for form in ("DNF", "CNF"):
        layer = LohLayer(perception.normal_form(form, 12), inputs=INPUTS, seed=1).eval()
        units = torch.randint(2, (200, 27)).float()
        clauses = rules.chosen_clauses(layer.hypothesis()["win"], form)
        assert (clauses.predict(units.numpy() > 0.5) == (layer(units)[:, 0] > 0.5).numpy()).all()
        assert str(clauses.formula().simplify()) == str(layer.hypothesis(simplify=True)["win"].simplify())


def test_pruning_removes_what_the_grids_do_not_need():
    units = np.random.default_rng(0).random((500, 27)) < 0.7
    won = units[:, 0] & units[:, 1] | units[:, 5]
    found = rules.pruned(NormalForm([frozenset([0, 1]), frozenset([5, 9]), frozenset([5]), frozenset([0, 1, 7])], True), units, won)
    assert set(found.clauses) == {frozenset([0, 1]), frozenset([5])}


def test_pruning_never_costs_a_training_grid():
    random = np.random.default_rng(1)
    for conjunctive in (True, False):
        units = random.random((300, 27)) < 0.5
        clauses = [frozenset(random.choice(27, 4, replace=False).tolist()) for _ in range(10)]
        won = random.random(300) < 0.6
        form = NormalForm(clauses, conjunctive)
        after = rules.pruned(form, units, won)
        assert np.count_nonzero(after.predict(units) != won) <= np.count_nonzero(form.predict(units) != won)


def test_a_clause_has_to_explain_more_grids_than_its_literals_cost():
    units = np.random.default_rng(0).random((500, 27)) < 0.5
    won = units[:, 0] & units[:, 1]
    misread = frozenset(np.flatnonzero(units[np.flatnonzero(~won)[0]]).tolist())
    won[np.flatnonzero(~won)[0]] = True
    form = NormalForm([frozenset([0, 1]), misread], True)
    assert form.mistakes(units, won) == 0
    assert len(rules.pruned(form, units, won).clauses) == 2
    assert rules.pruned(form, units, won, price=0.4).clauses == [frozenset([0, 1])]


def test_centred_units_are_neither_on_nor_off_for_nearly_all_images():
    torch.manual_seed(0)
    squash = perception.CentredSigmoid(3)
    shifted = 5 + 0.1 * torch.randn(500, 3)
    assert ((squash(shifted) > 0.5).float().mean(dim=0) - 0.5).abs().max() < 0.1
    squash.threshold = 0.3
    assert (squash(shifted) > 0.5).float().mean() < 0.45


def test_a_second_formula_is_found_on_fixed_units():
    units = np.random.default_rng(0).random((600, 27)) < 0.5
    won = units[:, 0] & units[:, 1] | units[:, 2] & units[:, 3]
    settings = dict(clauses=20, noise=1.0, temperature=0.58, floor=0.2, rate=0.1, refit=400)
    layer = perception.refitted("DNF", units, won, settings, 0)
    found = rules.pruned(rules.chosen_clauses(layer.hypothesis()["win"], "DNF"), units, won)
    assert set(found.clauses) == {frozenset([0, 1]), frozenset([2, 3])}


def test_a_formula_is_drawn_as_boards():
    text = rules.drawn(loh.Formula("x1 & x5 & x9 | !o3 & x5 & !o7"), "DNF")
    assert text.splitlines() == ["x . .    .  . !o", ". x .    .  x  .", ". . x   !o  .  ."]


def test_stored_units_are_drawn_from_known_grids_only():
    replay = perception.Replay(10)
    replay.store(torch.tensor([3, 7]), torch.full((2, 27), 0.5))
    rows, units = replay.draw(50)
    assert set(rows.tolist()) == {3, 7} and (units == 0.5).all()


def test_mllp_is_the_normal_form_under_product_semantics():
    torch.manual_seed(0)
    inputs, x = [f"a[{i}]" for i in range(1, 6)], torch.rand(20, 5)
    for conjunctive, program in ((True, "and(i in 1..5: [a[i], true])"), (False, "or(i in 1..5: [a[i], false])")):
        own = LogicalLayer(5, 1, conjunctive).eval()
        engine = LohLayer(f"output y := {program}", inputs=inputs, semantics="product").eval()
        with torch.no_grad():
            own.weight.uniform_(0.1, 0.9)
            engine.logits.copy_(2 * torch.logit(own.weight[0]))  # one logit is the difference of two
        assert torch.allclose(own(x), engine(x), atol=1e-6)


def test_rounded_weights_get_no_gradient_and_crs_is_a_formula():
    torch.manual_seed(0)
    network = Mllp([4, 3, 1]).train()
    network.draw_rounded(1.0)
    x = torch.randint(2, (16, 4)).float()
    assert not network(x).requires_grad or all(layer.weight.grad is None for layer in network.layers)
    with torch.no_grad():
        for layer in network.layers:
            layer.weight.uniform_(0, 1)
    formula = loh.Formula(network.formulas(["a", "b", "c", "d"])[0])
    for row, value in zip(x, network(x, all_rounded=True)[:, 0]):
        assert formula.evaluate({**dict(zip("abcd", map(bool, row)))}) == bool(value > 0.5)


def test_weights_stay_between_zero_and_one():
    network = Mllp([4, 3, 1])
    with torch.no_grad():
        network.layers[0].weight.add_(5)
        network.layers[1].weight.sub_(5)
    network.clip()
    assert all(0 <= layer.weight.min() and layer.weight.max() <= 1 for layer in network.layers)
