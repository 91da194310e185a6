"""Files of Elasticsearch, OpenSearch and Quepid."""

import json
from collections.abc import Callable
from pathlib import Path

from places import FIXTURES

from bad_input.kind import Kind

TITLE = "Files of Elasticsearch, OpenSearch and Quepid"
FORMATS = FIXTURES / "formats"
RESPONSE, REQUEST, RESULTS, JUDGMENTS = (
    *("rank_eval_response.json", "rank_eval_request.json", "evaluation_results.json", "judgments_response.json"),
)


def given(name: str, run: str, qrels: str, *says: str, change: Callable | None = None, cut: int = 0, **more) -> Kind:
    """Files of these programs, the one called `bad` changed or cut off."""

    def copied(source: str, spoiled: bool) -> Callable[[Path], object]:
        content = (FORMATS / source).read_bytes()
        if spoiled and change:
            held = json.loads(content)
            change(held)
            content = json.dumps(held).encode()
        content = content[:-cut] if spoiled and cut else content
        return lambda path: path.write_bytes(content)

    of_run = run in (RESPONSE, RESULTS, "quepid_detailed.csv", "quepid_snapshot.csv", "experiment_pairwise.json")
    of_run = of_run and not more.pop("of_qrels", False)
    return Kind(
        name,
        more.pop("expected", "refused"),
        says,
        files={run: copied(run, of_run), qrels: copied(qrels, not of_run)},
        inputs={"runs": run, "qrels": qrels},
        measures=["P@2"],
        entries=more.pop("entries", ("evaluate", "python", "report")),
        **more,
    )


def whole(name: str, run: str, qrels: str, *says: str) -> Kind:
    return given(name, run, qrels, *says)


def response(name: str, change: Callable, *says: str, **more) -> Kind:
    return given(name, RESPONSE, REQUEST, *says, change=change, **more)


def request(name: str, change: Callable, *says: str) -> Kind:
    return given(name, RESPONSE, REQUEST, *says, change=change, of_qrels=True)


def results(name: str, change: Callable, *says: str) -> Kind:
    return given(name, RESULTS, JUDGMENTS, *says, change=change)


def first(held: dict) -> dict:
    return held["hits"]["hits"][0]["_source"]


KINDS = [
    whole("a request of _rank_eval as a run", REQUEST, REQUEST, "has ratings and no ranking"),
    whole("a judgment list as a run", JUDGMENTS, JUDGMENTS, "has ratings and no ranking; give it as judgments"),
    whole("evaluation results as judgments", RESPONSE, RESULTS, "which have rankings and no ratings; give it as runs"),
    whole("a pointwise experiment as a run", "experiment_pointwise.json", REQUEST, "names its evaluation results"),
    whole("a query set as a run", "query_set.json", REQUEST, "is a query set, which has queries alone"),
    whole("a pairwise experiment as judgments", RESPONSE, "experiment_pairwise.json", "has rankings and no ratings"),
    whole("Quepid's basic CSV as a run", "quepid_basic.csv", REQUEST, "is a list of Quepid's ratings"),
    whole("Quepid's ratings as a run", "quepid_ratings.json", REQUEST, "is an export of Quepid's ratings"),
    whole("Quepid's general export as a run", "quepid_general.csv", REQUEST, "has scores of queries and no docu"),
    whole("a snapshot of Quepid's as judgments", RESPONSE, "quepid_snapshot.csv", "which has no ratings"),
    response(
        "a query of a response without hits",
        lambda held: held["details"]["red dress"].pop("hits"),
        "query red dress has no hits",
    ),
    response(
        "a query of a response that failed",
        lambda held: held.update(failures={"red dress": {"error": "x"}}),
        "query red dress failed",
    ),
    response(
        "a document of a response in two indices",
        lambda held: held["details"]["red dress"]["hits"][1]["hit"].update(_id="B1", _index="shops"),
        "document B1 of query red dress is in two indices",
    ),
    response("a response without details", lambda held: held.pop("details"), "bad|rank_eval_response.json", "details"),
    response(
        "a response without any document",
        lambda held: [each.update(hits=[]) for each in held["details"].values()],
        "without a document",
    ),
    response(
        "details of a response that are a list",
        lambda held: held.update(details=[1]),
        "details of the response is",
        "an object was expected",
    ),
    response(
        "failures of a response that are a number", lambda held: held.update(failures=2), "failures of the response is"
    ),
    response(
        "a hit of a response without an id",
        lambda held: held["details"]["red dress"]["hits"][0]["hit"].pop("_id"),
        "_id of",
    ),
    response(
        "a hit of a response that is a text",
        lambda held: held["details"]["red dress"]["hits"].__setitem__(0, "B1"),
        "red dress",
    ),
    given("a response that is cut off", RESPONSE, REQUEST, "rank_eval_response.json", cut=20),
    request(
        "a query of a request without ratings",
        lambda held: held["requests"][0].pop("ratings"),
        "ratings of query red d",
        "a list was expected",
    ),
    request(
        "a rating of a request without its number",
        lambda held: held["requests"][0]["ratings"][0].pop("rating"),
        "rating of document B1",
    ),
    request(
        "a rating of a request that is a word",
        lambda held: held["requests"][0]["ratings"][0].update(rating="good"),
        "rating_request.json|rank_eval_request.json",
        "good",
    ),
    request(
        "a rating of a request whose id is a list",
        lambda held: held["requests"][0]["ratings"][0].update(_id=["B1"]),
        "_id of a rating of query",
    ),
    request(
        "a document rated twice in a request",
        lambda held: held["requests"][0]["ratings"].append(held["requests"][0]["ratings"][0]),
        "twice",
    ),
    request("a query of a request without an id", lambda held: held["requests"][0].pop("id"), "id"),
    request("a query twice in a request", lambda held: held["requests"].append(held["requests"][0]), "twice|two"),
    results(
        "a search that found more than it gave",
        lambda held: held["hits"]["total"].update(value=40),
        "has 3 of the 40 hits of its search",
    ),
    results(
        "two results of one query",
        lambda held: held["hits"]["hits"].append(held["hits"]["hits"][0]),
        "has two evaluation results of qu",
    ),
    results(
        "a result without documents",
        lambda held: first(held).pop("documentIds"),
        "documentIds of evaluation result 1 is missing",
    ),
    results(
        "a result whose documents are a text",
        lambda held: first(held).update(documentIds="B1"),
        "documentIds of evaluation result 1 is",
    ),
    results(
        "a result with a document twice",
        lambda held: first(held)["documentIds"].append(first(held)["documentIds"][0]),
        "twice",
    ),
    results("a result without a query", lambda held: first(held).pop("searchText"), "searchText|query"),
    results("hits that are no object", lambda held: held.update(hits=[]), "evaluation_results.json"),
]
