"""Asks a running server, `dossier serve`, for a bundle, and answers an agent's request.

    python3 examples/http_client.py http://localhost:7420

It needs nothing but Python 3.
"""

import json
import sys
import urllib.error
import urllib.request

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:7420"
TOKEN = sys.argv[2] if len(sys.argv) > 2 else None

CONTEXT = {"query": "who mails the customer", "budget": 800, "session": "http-client-py"}
NEED = {"session": "http-client-py", "text": "NEED_CODE: src/queue.ts:1-2"}


def call(path, body):
    """Posts a request. Raises with the code of the problem when the server refuses it."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if TOKEN is not None:
        headers["Authorization"] = f"Bearer {TOKEN}"
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        raise RuntimeError(f"{problem['code']}: {problem['detail']}") from error


bundle = call("/v1/context", CONTEXT)
print(f"{bundle['budget']['used']} of {bundle['budget']['limit']} tokens")

answer = call("/v1/need", NEED)
for outcome in answer["outcomes"]:
    print(f"{outcome['request']}: {outcome['outcome']}")
