import json

import pytest

import loh


@pytest.fixture(scope="module")
def rules(churn):
    return loh.learn(churn, target="churn")


def test_answers_are_those_of_the_command(command, rules, tmp_path):
    rules.save(tmp_path / "model.json")
    printed = command("prove", tmp_path / "model.json", "--implies", "yes | no", "--json")
    assert dict(rules.prove(implies="yes | no")) == json.loads(printed)
    assert str(rules.prove(implies="yes | no")) == "holds for every row\n"
    counted = json.loads(command("prove", tmp_path / "model.json", "--count", "true", "--json"))
    assert rules.count()["rows"] == int(counted["rows"]) == sum(rules.count()["by_class"].values())


def test_a_counterexample_is_decided_as_it_says(rules):
    answer = rules.prove(implies="no")
    assert not answer
    cells = {cell["column"]: [cell["cell"] or None] for cell in answer["rows"][0]["cells"]}
    assert "does not hold" in str(answer) and answer["rows"][0]["prediction"] == "yes"
    assert set(cells) == set(rules.columns)


def test_each_question_has_an_answer(rules):
    assert rules.prove(equivalent=rules)
    assert rules.prove(unused=True)
    assert not rules.prove(never=(1, 1))
    assert not rules.prove(fair=rules.columns[0])
    assert rules.prove(fair=rules.columns[0], assume="no")


def test_reasons_force_the_decision(churn, rules):
    why = rules.reasons(churn.iloc[0], most=3)
    assert why["prediction"] == rules.predict(churn.iloc[[0]])[0]
    assert 1 <= len(why["reasons"]) <= 3


def test_wrong_questions_are_errors(rules):
    with pytest.raises(loh.Error, match="no question"):
        rules.prove()
    with pytest.raises(loh.Error, match="two questions: fair and unused"):
        rules.prove(fair="age", unused=True)
    with pytest.raises(loh.Error, match="of_class belongs to monotone"):
        rules.prove(fair="age", of_class="yes")
    with pytest.raises(loh.Error, match="named 'agee'"):
        rules.prove(implies="agee > 3 -> yes")
