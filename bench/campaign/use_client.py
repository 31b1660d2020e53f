"""Calls every operation of a server with a client that is generated from its document.

    use_client.py FOLDER URL

FOLDER contains the generated package. Fails when an operation or a model is missing, or an answer differs from
the document.
"""

import importlib
import inspect
import json
import pkgutil
import sys
from http import HTTPStatus
from pathlib import Path
from urllib.request import urlopen

folder, url = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(folder.parent))
package = folder.name
api = importlib.import_module(f"{package}.api.default")
models = importlib.import_module(f"{package}.models")
client = importlib.import_module(f"{package}.client").Client(base_url=url)
called = set()


def call(name, status=HTTPStatus.OK, **arguments):
    """Returns the answer of an operation, which must have the status and be parsed."""
    operation = importlib.import_module(f"{package}.api.default.{name}")
    called.add(name)
    answer = operation.sync_detailed(client=client, **arguments)
    assert answer.status_code == status, (name, answer.status_code, answer.content)
    assert answer.parsed is not None, (name, answer.content)
    return answer


def refuse(name, status, code, **arguments):
    """Asserts that an operation refuses its arguments with a problem that has a code."""
    problem = call(name, status, **arguments).parsed
    assert isinstance(problem, models.Problem), problem
    assert problem.code == code, problem


# The client has everything in the document. A choice has no class of its own, as it is one of its parts.
document = json.load(urlopen(f"{url}/openapi.json"))
for name, schema in document["components"]["schemas"].items():
    if "properties" in schema or "enum" in schema:
        assert hasattr(models, name), f"there is no model {name}"

filter_ = models.Filter(paths=["src/**"], languages=["python"], kind=models.FilterKind.CODE)
query = models.QueryRequest(
    query="retry an upload",
    session="one",
    budget=2000,
    filter_=filter_,
    estimator=models.Estimator.CHARS4,
    disabled=[models.RankingStep.PHRASE],
    explain=True,
)
answer = call("context", body=query)
bundle = answer.parsed
assert isinstance(bundle, models.Bundle), bundle
assert answer.headers["Dossier-Hash"] == bundle.hash_
assert answer.headers["Dossier-Record"] == str(bundle.record) == "1"
assert bundle.fragments[0].location.path == "src/upload.py", bundle
assert bundle.fragments[0].explanation.value == bundle.fragments[0].score

titled = models.TitledIssue(title="Retry uploads", description="They fail")
titled["manifest"] = {"primary": ["src/upload.py"]}
bundle = call("context", body=models.IssueRequest(issue=titled, filter_=filter_)).parsed
assert bundle.issue.manifest.primary == ["src/upload.py"], bundle
assert bundle.plan.complexity.value >= 0
described = models.DescribedIssue(description="Uploads fail")
assert call("context", body=models.IssueRequest(issue=described)).parsed.issue.title == ""
markdown = models.QueryRequest(query="upload", format_=models.Format.JSON, record=False)
assert "record" not in call("context", body=markdown).parsed.to_dict()
refuse("context", 404, "issue-not-found", body=models.IssueRequest(issue="none.md"))
refuse("context", 404, "root-unknown", body=models.QueryRequest(query="a", root="none"))

need = models.NeedRequest(text="NEED_CODE: README.md", session="one", mode=models.NeedRequestMode.FETCH)
bundle = call("need", body=need).parsed
assert bundle.outcomes[0].outcome == "provided", bundle
refuse(
    "need",
    409,
    "round-taken",
    body=models.NeedRequest(text="NEED_CODE: src/upload.py", session="one", round_=1),
)

search = models.SearchRequest(query="retry", limit=2, filter_=filter_)
result = call("search", body=search).parsed
assert result.results[0].path == "src/upload.py", result
result = call("explain", body=search).parsed
assert result.results[0].explanation.description, result

outline = models.StructureRequest(kind=models.StructureRequestKind.OUTLINE, targets=["src/upload.py"])
result = call("structure", body=outline).parsed
assert result.definitions[0].symbol == "retry_upload", result
assert call("profiles").parsed is not None
refuse("profile", 404, "profile-not-found", id="nobody")
refuse("compose", 404, "profile-not-found", body=models.CompositionRequest(profile="nobody"))
refuse("manifest", 404, "manifest-not-found")
activity = {"session": "one", "events": [{"kind": "turn", "value": "Retry uploads"}]}
assert call("activity", body=models.ActivityRequest.from_dict(activity)).parsed.noted == 1

status = call("status").parsed
assert status.documents == 2, status
events = call("index", body=models.RootRequest()).parsed
assert "event: done" in events, events
assert isinstance(call("health").parsed, models.Health)
assert call("readiness").parsed.roots[0].is_ready
[root] = call("roots").parsed.roots
assert call("status", root=root.name).parsed.root == root.path

records = call("log", session="one", limit=5).parsed.records
assert [record.id for record in records] == [4, 1], records
assert call("log", before=2).parsed.records[0].id == 1
refuse("log", 404, "invalid-cursor", before=99)
record = call("record", id=1).parsed
assert record.fragments[0].location.path == "src/upload.py", record
assert call("record_text", id=1).parsed.startswith("{")
refuse("record", 404, "record-not-found", id=99)

operations = {name for _, name, _ in pkgutil.iter_modules(api.__path__)}
# A stream of events does not end, so its answer is not parsed.
assert operations == called | {"events"}, operations ^ called
assert len(called) + 1 == sum(len(path) for path in document["paths"].values())
models_used = [name for name, value in vars(models).items() if inspect.isclass(value)]
print(f"{len(called)} operations called with a generated client of {len(models_used)} models")
