import { VERSION } from "@dossier/retrieval/program";
import { SCHEMAS } from "@dossier/retrieval/schema";
import assert from "node:assert/strict";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { COMPONENTS } from "./api/components.ts";
import { listComponents } from "./schema/mod.ts";
import { renderDocument } from "./api/document.ts";
import { ROUTES } from "./api/mod.ts";
import { createApp } from "./app.ts";
import { ServerError } from "./problem/mod.ts";
import { openLocalService } from "./service/local_service.ts";
import { nameRoots } from "./service/roots.ts";
import type { Service } from "./service/mod.ts";
import { linesOf } from "../tests/lines_of.ts";

const TREE = {
  "README.md": "# Uploader\n\nSends files. Failed uploads are tried again.\n",
  "src/upload.py":
    "def retry_upload(file):\n    return send(file)\n\n\ndef send(file):\n    pass\n",
  "src/queue.ts": "export class UploadQueue {\n  retry(): void {}\n}\n",
  ".beads/issues.jsonl": '{"id":"up-1","title":"Retry uploads","description":"They fail"}\n',
  ".env": "PASSWORD=hunter2hunter2\n",
};

/** Parts of the document of the API that the tests read. */
interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Responses of a route, by status. */
interface ApiOperation {
  readonly responses: Readonly<
    Record<string, {
      readonly content: Readonly<Record<string, object>>;
      readonly headers: Readonly<Record<string, { readonly required: boolean }>>;
    }>
  >;
}

const DOCUMENT = renderDocument(ROUTES) as ApiDocument;

/** Asserts that the document describes the status, type and headers of a response. */
function assertDescribed(method: string, path: string, { status, headers }: Response): void {
  const [written = ""] = path.split("?");
  const known = Object.keys(DOCUMENT.paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(written)
  );
  const operation = DOCUMENT.paths[known ?? ""]?.[method];
  if (operation === undefined) return;
  const described = operation.responses[status];
  assert.ok(described !== undefined, `${method} ${path} answers with ${status}`);
  const type = headers.get("Content-Type")?.split(";")[0] ?? "";
  assert.ok(type in described.content, `${method} ${path}, ${status}: ${type}`);
  for (const [name, { required }] of Object.entries(described.headers)) {
    assert.ok(!required || headers.has(name), `${method} ${path}, ${status} lacks ${name}`);
  }
}

/** App over one tree, with functions that send requests to it. */
class ServedTree implements AsyncDisposable {
  readonly workspace = new TempWorkspace(TREE);
  readonly #service = openLocalService(nameRoots([this.workspace.root]));
  readonly failures: unknown[] = [];
  readonly app = createApp(this.#service, { onFailure: (error) => this.failures.push(error) });

  async post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await this.app.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    assertDescribed("post", path, response);
    return response;
  }

  async get(path: string): Promise<Response> {
    const response = await this.app.request(path);
    assertDescribed("get", path, response);
    return response;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service[Symbol.asyncDispose]();
    this.workspace[Symbol.dispose]();
  }
}

async function problemOf(response: Response) {
  assert.equal(response.headers.get("Content-Type"), "application/problem+json");
  const problem = COMPONENTS.Problem.parse(await response.json());
  assert.equal(problem.status, response.status);
  return problem;
}

Deno.test("createApp() answers with bundles of the published format, and names their record", async () => {
  await using tree = new ServedTree();
  const response = await tree.post("/v1/context", { query: "retry an upload", budget: 500 });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("Content-Type"), "application/json");
  assert.equal(response.headers.get("Dossier-Record"), "1");
  const bundle = SCHEMAS.Bundle.parse(await response.json());
  assert.equal(response.headers.get("Dossier-Hash"), bundle.hash);
  assert.ok(linesOf(bundle.fragments).some(({ path }) => path === "src/upload.py"));
  assert.ok(bundle.budget.used <= 500);
});

Deno.test("createApp() says in Retry-After when the queue expects to have capacity", async () => {
  const error = new ServerError("overloaded", "Cannot take the request", { retrySeconds: 3 });
  const service: Service = {
    call: () => Promise.reject(error),
    roots: [{ name: "tree", path: "/tree" }],
    readiness: () => [],
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const response = await createApp(service).request("/v1/search", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ query: "retry" }),
  });
  assertDescribed("post", "/v1/search", response);
  assert.deepEqual([response.status, response.headers.get("Retry-After")], [503, "3"]);
});

Deno.test("createApp() renders bundles in the format that the client accepts, or that the request names", async () => {
  await using tree = new ServedTree();
  const post = async (accept: string, body: object = {}) => {
    const request = { query: "retry an upload", record: false, ...body };
    return await tree.post("/v1/context", request, { Accept: accept });
  };
  const typeOf = async (accept: string, body?: object) =>
    (await post(accept, body)).headers.get("Content-Type")?.split(";")[0];
  assert.equal(await typeOf("*/*"), "application/json");
  assert.equal(await typeOf("text/markdown"), "text/markdown");
  assert.equal(await typeOf("text/*;q=0.5, application/xml"), "application/xml");
  assert.equal(await typeOf("text/html, application/json;q=0.1"), "application/json");
  assert.equal(await typeOf("application/json", { format: "markdown" }), "text/markdown");
  assert.match(await (await post("text/markdown")).text(), /^# Context\n/);
  const refused = await post("image/png");
  assert.equal(refused.status, 406);
  assert.equal((await problemOf(refused)).code, "not-acceptable");
});

Deno.test("createApp() accepts an issue as a record and as a file of the tree", async () => {
  await using tree = new ServedTree();
  for (
    const issue of [
      { title: "Retry uploads", issue_type: "bug", labels: 7 },
      ".beads/issues.jsonl#up-1",
    ]
  ) {
    const response = await tree.post("/v1/context", { issue });
    const bundle = SCHEMAS.Bundle.parse(await response.json());
    assert.equal(bundle.issue?.title, "Retry uploads");
    assert.ok(bundle.plan !== undefined);
  }
});

Deno.test("createApp() reads no issue from outside the tree or from an excluded file", async () => {
  await using tree = new ServedTree();
  tree.workspace.write("../outside.md", "# The word is hunter2hunter2\n");
  Deno.symlinkSync(tree.workspace.path("../outside.md"), tree.workspace.path("link.md"));
  for (const spec of ["../outside.md", "/etc/passwd", "link.md", ".env", "src/../../outside.md"]) {
    const response = await tree.post("/v1/context", { issue: spec });
    assert.equal(response.status, 404, spec);
    const text = JSON.stringify(await problemOf(response));
    assert.equal(text.includes("hunter2"), false, spec);
  }
  const stdin = await tree.post("/v1/context", { issue: "-" });
  assert.equal(stdin.status, 400);
});

Deno.test("createApp() answers requests of an agent, and counts their rounds", async () => {
  await using tree = new ServedTree();
  const text = "I need more.\n\nNEED_CODE: src/upload.py:1-2\nNEED_CODE: .env\n";
  const response = await tree.post("/v1/need", { text, session: "s" });
  const bundle = SCHEMAS.Bundle.parse(await response.json());
  assert.deepEqual(bundle.outcomes?.map(({ outcome }) => outcome), ["provided", "excluded"]);
  assert.equal(JSON.stringify(bundle).includes("hunter2"), false);
  const taken = await tree.post("/v1/need", {
    text: "NEED_CODE: README.md",
    session: "s",
    round: 1,
  });
  assert.equal(taken.status, 409);
  assert.equal((await problemOf(taken)).code, "round-taken");
});

Deno.test("createApp() searches and explains", async () => {
  await using tree = new ServedTree();
  const found = await tree.post("/v1/search", { query: "retry an upload", limit: 1 });
  assert.equal(SCHEMAS.SearchResult.parse(await found.json()).results.length, 1);
  const explained = await tree.post("/v1/explain", { query: "retry an upload" });
  const { results } = SCHEMAS.SearchResult.parse(await explained.json());
  assert.ok(results.every(({ explanation }) => explanation !== undefined));
});

Deno.test("createApp() answers questions about structure, and explains what is wrong with them", async () => {
  await using tree = new ServedTree();
  const mapped = await tree.post("/v1/structure", { kind: "map", budget: 100 });
  const map = SCHEMAS.Structure.parse(await mapped.json());
  assert.ok(map.definitions.length > 0 && map.budget.used <= 100);
  const cases = [
    [{ kind: "plan" }, 400, "invalid-request"],
    [{ kind: "map", budget: -1 }, 400, "invalid-request"],
    [{ kind: "callers" }, 400, "invalid-target"],
    [{ kind: "callers", targets: ["none_of_that_name"] }, 404, "symbol-not-found"],
    [{ kind: "outline", targets: ["../x"] }, 403, "file-excluded"],
  ] as const;
  for (const [body, status, code] of cases) {
    const response = await tree.post("/v1/structure", body);
    assert.deepEqual([response.status, (await problemOf(response)).code], [status, code]);
  }
});

Deno.test("createApp() sends the progress of an index run as events, and finally its report", async () => {
  await using tree = new ServedTree();
  const response = await tree.post("/v1/index", {});
  assert.equal(response.headers.get("Content-Type"), "text/event-stream");
  const events = (await response.text()).trim().split("\n\n");
  const [name, data] = (events.at(-1) ?? "").split("\n");
  assert.equal(name, "event: done");
  const report = COMPONENTS.IndexReport.parse(JSON.parse((data ?? "").replace("data: ", "")));
  assert.ok(report.documents >= 3);
  const plain = await tree.post("/v1/index", {}, { Accept: "application/json" });
  assert.equal(COMPONENTS.IndexReport.parse(await plain.json()).added, 0);
});

Deno.test("createApp() lists records, shows one and returns its text again until the files change", async () => {
  await using tree = new ServedTree();
  const given = await tree.post("/v1/context", { query: "retry an upload", format: "markdown" });
  const text = await given.text();
  const list = listComponents().get("RecordList")!.parse(
    await (await tree.get("/v1/log?limit=5")).json(),
  ) as { readonly records: readonly unknown[] };
  assert.equal(list.records.length, 1);
  COMPONENTS.Record.parse(await (await tree.get("/v1/log/1")).json());
  assert.equal(await (await tree.get("/v1/log/1/text")).text(), text);
  tree.workspace.write("src/upload.py", "def other():\n    pass\n");
  const changed = await tree.get("/v1/log/1/text");
  assert.equal((await problemOf(changed)).code, "record-changed");
  assert.equal((await problemOf(await tree.get("/v1/log/2"))).code, "record-not-found");
});

Deno.test("createApp() reports what it serves, that it runs and that it is ready", async () => {
  await using tree = new ServedTree();
  COMPONENTS.IndexStatus.parse(await (await tree.get("/v1/status")).json());
  const { roots } = COMPONENTS.RootList.parse(await (await tree.get("/v1/roots")).json());
  assert.deepEqual(roots, [{ name: "tree", path: tree.workspace.root }]);
  assert.equal((await tree.get("/healthz")).status, 200);
  COMPONENTS.Readiness.parse(await (await tree.get("/readyz")).json());
});

Deno.test("createApp() refuses each request that it cannot read with one sentence", async () => {
  await using tree = new ServedTree();
  const post = (body: string, type = "application/json") =>
    tree.post("/v1/search", body, { "Content-Type": type });
  const cases: readonly [Promise<Response>, number, string][] = [
    [post("{"), 400, "invalid-request"],
    [post(""), 400, "invalid-request"],
    [post("null"), 400, "invalid-request"],
    [post('{"query":" "}'), 400, "invalid-request"],
    [post('{"query":"a","limit":1e400}'), 400, "invalid-request"],
    [post('{"query":"a","limits":1}'), 400, "invalid-request"],
    [post(`{"query":${"[".repeat(100_000)}`), 400, "invalid-request"],
    [post('{"query":"a","root":"other"}'), 404, "root-unknown"],
    [post("query=a", "application/x-www-form-urlencoded"), 415, "unsupported-media-type"],
    [tree.get("/v1/log?limit=0"), 400, "invalid-request"],
    [tree.get("/v1/log?limit=1&limit=2"), 400, "invalid-request"],
    [tree.get("/v1/log/abc"), 400, "invalid-request"],
    [tree.get("/v1/search"), 405, "method-not-allowed"],
    [tree.get("/v2"), 404, "not-found"],
  ];
  for (const [index, [pending, status, code]] of cases.entries()) {
    const response = await pending;
    assert.equal(response.status, status, `case ${index}`);
    assert.equal((await problemOf(response)).code, code, `case ${index}`);
  }
  assert.equal((await tree.get("/v1/search")).headers.get("Allow"), "POST");
  assert.deepEqual(tree.failures, []);
});

Deno.test("createApp() reads bodies only as UTF-8", async () => {
  await using tree = new ServedTree();
  const response = await tree.app.request("/v1/search", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: new Uint8Array([...new TextEncoder().encode('{"query":"'), 0xff, 0xfe, 0x22, 0x7d]),
  });
  assert.equal((await problemOf(response)).code, "invalid-request");
});

Deno.test("createApp() answers MCP requests", async () => {
  await using tree = new ServedTree();
  const response = await tree.post("/mcp", {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/list",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  }, {
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/list",
  });
  const { result } = await response.json();
  const names = result.tools.map(({ name }: { readonly name: string }) => name);
  assert.deepEqual(names, [
    "context",
    "need",
    "read",
    "recall",
    "remember",
    "search",
    "status",
    "structure",
  ]);
});

Deno.test("createApp() answers MCP in JSON to clients that do not accept a stream", async () => {
  await using tree = new ServedTree();
  const body = '\ufeff{"id":1,"method":"tools/call","params":{"name":"status","arguments":null}}';
  for (const accept of [undefined, "*/*", "application/json"]) {
    const response = await tree.post("/mcp", body, accept === undefined ? {} : { Accept: accept });
    assert.deepEqual([response.status, response.headers.get("Content-Type")], [
      200,
      "application/json",
    ]);
    const { id, result } = await response.json();
    assert.equal(id, 1);
    assert.match(result.content[0].text, /^tree \(/);
  }
});

Deno.test("createApp() describes all of its routes and what they refer to", async () => {
  await using tree = new ServedTree();
  const document = await (await tree.get("/openapi.json")).json();
  assert.equal(document.openapi, "3.1.0");
  assert.deepEqual(Object.keys(document.paths), [...new Set(ROUTES.map(({ path }) => path))]);
  const names = new Set(Object.keys(document.components.schemas));
  const references = JSON.stringify(document).matchAll(
    /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
  );
  for (const [, name = ""] of references) assert.ok(names.has(name), name);
  const required = document.components.schemas.Bundle.required;
  assert.ok(required.includes("fragments"));
  assert.equal(required.includes("session"), false);
  assert.deepEqual(document, JSON.parse(JSON.stringify(renderDocument(ROUTES))));
});

Deno.test("createApp() names each object that is one of several choices, so that programs can distinguish them", () => {
  const unnamed = new Set<string>();
  const visit = (value: unknown, place: string) => {
    if (value === null || typeof value !== "object") return;
    for (const [key, part] of Object.entries(value)) {
      const isChoice = key === "anyOf" || key === "oneOf";
      if (isChoice && Array.isArray(part) && part.some((each) => each.type === "object")) {
        unnamed.add(place);
      }
      visit(part, `${place}/${key}`);
    }
  };
  visit(DOCUMENT, "");
  assert.deepEqual([...unnamed], []);
});

Deno.test("createApp() describes every status that a problem of a route has, and when to retry", () => {
  for (const [path, operations] of Object.entries(DOCUMENT.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const place = `${method} ${path}`;
      assert.ok(!("default" in responses), place);
      for (const status of ["200", "400", "403", "500"]) assert.ok(status in responses, place);
      assert.equal("503" in responses, path !== "/healthz", place);
      assert.equal("415" in responses, method === "post", place);
    }
  }
  const { responses } = DOCUMENT.paths["/v1/context"]!["post"]!;
  assert.equal(responses["503"]?.headers["Retry-After"]?.required, false);
  assert.equal(responses["401"]?.headers["WWW-Authenticate"]?.required, true);
  assert.equal(responses["200"]?.headers["Dossier-Hash"]?.required, true);
  assert.deepEqual(Object.keys(DOCUMENT.paths["/readyz"]!["get"]!.responses["503"]!.content), [
    "application/json",
  ]);
});

Deno.test("createApp() reports the version of the program", async () => {
  await using tree = new ServedTree();
  const document = await (await tree.get("/openapi.json")).json();
  assert.equal(document.info.version, VERSION);
});

Deno.test("createApp() quotes a wrong number in an address, and says what it must be", async () => {
  await using tree = new ServedTree();
  const rule = "must be a whole number of at most 16 digits: current value is";
  for (
    const [path, name, value] of [
      ["/v1/log?before=-1", "before", "-1"],
      ["/v1/log?limit=ten", "limit", "ten"],
      ["/v1/log?limit=", "limit", ""],
      ["/v1/log/99999999999999999999", "id", "99999999999999999999"],
      ["/v1/log/1e3/text", "id", "1e3"],
    ] as const
  ) {
    const { status, code, detail } = await problemOf(await tree.get(path));
    assert.deepEqual([status, code], [400, "invalid-request"]);
    assert.equal(detail, `Cannot read "${name}" as it ${rule} "${value}"`);
  }
});

Deno.test("createApp() refuses to list the log before a record that never existed", async () => {
  await using tree = new ServedTree();
  const refused = async (before: number) => {
    const problem = await problemOf(await tree.get(`/v1/log?before=${before}`));
    return [problem.status, problem.code, problem.detail];
  };
  assert.deepEqual(await refused(1), [
    404,
    "invalid-cursor",
    "Cannot list the records before 1 as there is no such record: nothing is recorded yet",
  ]);
  await tree.post("/v1/context", { query: "retry" });
  assert.deepEqual(await (await tree.get("/v1/log?before=1")).json(), { records: [] });
  assert.deepEqual(await refused(2), [
    404,
    "invalid-cursor",
    "Cannot list the records before 2 as there is no such record: the last is 1",
  ]);
});
