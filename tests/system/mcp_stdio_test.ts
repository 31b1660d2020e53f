import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";

/** Parts of a server message that tests check. */
interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Line that exceeds the limit of a message: 5 MB instead of 4 MiB. */
const HUGE_LENGTH = 5_000_000;

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

const INITIALIZE = {
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

/** Running server that exchanges single lines. */
class RawSession implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #rest = "";

  constructor(workspace: TempWorkspace, ...args: readonly string[]) {
    this.#child = workspace.start(["mcp", ...args]);
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  async write(line: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${line}\n`));
  }

  async send(message: object): Promise<void> {
    await this.write(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** Returns the next message; every line must be a message. */
  async receive(): Promise<Message> {
    while (!this.#rest.includes("\n")) {
      const { done, value } = await this.#lines.read();
      if (done) throw new Error(`The server has ended after ${JSON.stringify(this.#rest)}`);
      this.#rest += value;
    }
    const end = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    const message = JSON.parse(line);
    assert.equal(message.jsonrpc, "2.0", line);
    return message;
  }

  /** Sends a request and returns its answer, which must be the next message. */
  async ask(message: object): Promise<Message> {
    await this.send(message);
    const answer = await this.receive();
    assert.equal(answer.id, (message as Message).id, JSON.stringify(answer));
    return answer;
  }

  /** Closes the input and returns the rest of the output and the exit of the program. */
  async close(): Promise<{ rest: string; stderr: string; code: number }> {
    await this.#writer.close().catch(() => {});
    let rest = this.#rest;
    for (;;) {
      const { done, value } = await this.#lines.read();
      if (done) break;
      rest += value;
    }
    const stderr = await new Response(this.#child.stderr).text();
    return { rest, stderr, code: (await this.#child.status).code };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#lines.cancel();
    if (!this.#child.stderr.locked) await this.#child.stderr.cancel();
    await this.#child.status;
  }
}

function openTree(): TempWorkspace {
  const workspace = new TempWorkspace({ "a.py": "def retry_upload(): pass\n" });
  workspace.initialize();
  return workspace;
}

Deno.test("mcp writes only messages to standard output for any input, and ends with its input", async () => {
  using workspace = openTree();
  await using session = new RawSession(workspace);
  await session.ask(INITIALIZE);
  await session.send({ method: "notifications/initialized" });
  for (const line of ["{", "", "null", "[]", "7", '"x"', "\u0000", "{}", '{"jsonrpc":"1.0"}']) {
    await session.write(line);
    if (line === "") continue;
    const { id, error } = await session.receive();
    assert.equal(id, null, line);
    assert.match(error?.message ?? "", /^Cannot read a (?:message|list of messages) as /, line);
  }
  const unknown = await session.ask({ id: 2, method: "bogus/method" });
  assert.equal(unknown.error?.code, -32601);
  const wrong = await session.ask({ id: 3, method: "tools/call", params: { name: 7 } });
  assert.ok(wrong.error !== undefined);
  const query = "x".repeat(1_000_000);
  const call = { name: "search", arguments: { query } };
  const long = await session.ask({ id: 4, method: "tools/call", params: call });
  assert.equal(long.result?.["isError"], true);
  const status = { name: "status", arguments: {} };
  const last = await session.ask({ id: 5, method: "tools/call", params: status });
  assert.match(JSON.stringify(last.result?.["content"]), /tree/);
  const { rest, stderr, code } = await session.close();
  assert.equal(rest, "");
  assert.equal(code, 0);
  assert.match(stderr, /^(?:dossier: Cannot read a .*\n){8}$/);
});

Deno.test("mcp refuses a message that is too long by its id, at any position, and continues", async () => {
  using workspace = openTree();
  await using session = new RawSession(workspace);
  await session.ask(INITIALIZE);
  const long = JSON.stringify({ id: 6, text: '"id":7,'.repeat(HUGE_LENGTH / 8) });
  const call = '"jsonrpc":"2.0","method":"tools/call"';
  const lines = [`{"id":8,${call},"params":${long}}`, `{${call},"params":${long},"id":"last"}`];
  for (const [at, id] of [8, "last"].entries()) {
    await session.write(lines[at]!);
    const { id: answered, error } = await session.receive();
    assert.deepEqual([answered, error?.code], [id, -32600]);
    assert.match(error?.message ?? "", /^Cannot read a message as it must have at most 4194304 /);
  }
  assert.deepEqual((await session.ask({ id: 9, method: "ping" })).result, {});
});

Deno.test("mcp serves a client that discovers and then initializes on one pipe", async () => {
  using workspace = openTree();
  await using session = new RawSession(workspace);
  const discover = { id: 0, method: "server/discover", params: { _meta: ENVELOPE } };
  const { result } = await session.ask(discover);
  assert.ok((result?.["supportedVersions"] as string[]).includes("2026-07-28"));
  const initialized = await session.ask(INITIALIZE);
  assert.equal(initialized.result?.["protocolVersion"], "2025-11-25");
  const { result: listed } = await session.ask({ id: 2, method: "tools/list" });
  assert.equal((listed?.["tools"] as unknown[]).length, 8);
  assert.deepEqual((await session.ask({ id: 3, method: "ping" })).result, {});
});

Deno.test("mcp answers one request after the other without a handshake in 2026-07-28", async () => {
  using workspace = openTree();
  await using session = new RawSession(workspace);
  const { result } = await session.ask({
    id: 1,
    method: "tools/list",
    params: { _meta: ENVELOPE },
  });
  assert.equal(result?.["resultType"], "complete");
  assert.equal(result?.["cacheScope"], "public");
  assert.ok(Number(result?.["ttlMs"]) > 0);
  const params = { _meta: ENVELOPE, name: "search", arguments: { query: "retry" } };
  const found = await session.ask({ id: 2, method: "tools/call", params });
  assert.match(JSON.stringify(found.result?.["content"]), /a\.py:1-1/);
});

for (const name of ["context", "search"]) {
  Deno.test(`mcp reports the progress of the first index before it answers ${name}`, async () => {
    using workspace = openTree();
    // More files than are indexed before the call arrives.
    for (let file = 0; file < 1500; file++) workspace.write(`src/f${file}.py`, `x = ${file}\n`);
    await using session = new RawSession(workspace);
    await session.ask(INITIALIZE);
    const params = { name, arguments: { query: "retry upload" }, _meta: { progressToken: "p" } };
    await session.send({ id: 2, method: "tools/call", params });
    const progressValues: number[] = [];
    let message = await session.receive();
    while (message.method === "notifications/progress") {
      assert.equal(message.params?.["progressToken"], "p");
      assert.match(String(message.params?.["message"]), /^Indexed \d+ of 1501 files/);
      progressValues.push(Number(message.params?.["progress"]));
      message = await session.receive();
    }
    assert.equal(message.id, 2);
    assert.ok(progressValues.length >= 2, `${progressValues.length} notifications`);
    assert.deepEqual(progressValues, [...new Set(progressValues)].sort((a, b) => a - b));
    // The second answer has an index.
    const again = await session.ask({ id: 3, method: "tools/call", params });
    assert.match(JSON.stringify(again.result), /a\.py/);
  });
}

Deno.test("mcp serves several trees by their names, and asks for one", async () => {
  using workspace = new TempWorkspace({ "web/a.py": "WEB = 1\n", "api/b.py": "API = 1\n" });
  await using session = new RawSession(workspace, "--root", "web/", "--root", "api");
  await session.ask(INITIALIZE);
  const read = async (args: object) => {
    const params = { name: "read", arguments: args };
    return JSON.stringify((await session.ask({ id: 2, method: "tools/call", params })).result);
  };
  assert.match(await read({ path: "b.py", root: "api" }), /API = 1/);
  assert.match(await read({ path: "dossier://document/web/a.py", root: "web" }), /WEB = 1/);
  const other = await read({ path: "dossier://document/web/a.py", root: "api" });
  assert.match(other, /invalid-request: .* of the root .*api.* as the URI names another/);
  assert.match(await read({ path: "a.py" }), /name one of \\"web\\", \\"api\\"|"web.*api"/);
  assert.match(await read({ path: "a.py", root: "api" }), /file-not-found/);
});

Deno.test("mcp answers pending requests when its input ends, also without the end of the last line", async () => {
  using workspace = openTree();
  for (let file = 0; file < 300; file++) workspace.write(`src/f${file}.py`, `x = ${file}\n`);
  const call = (id: number, name: string, args: object) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
  const lines = [
    JSON.stringify({ jsonrpc: "2.0", ...INITIALIZE }),
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    call(2, "context", { query: "retry upload" }),
    call(3, "search", { query: "retry" }),
    call(4, "status", {}),
  ];
  const { code, stdout, stderr } = await workspace.run(["mcp"], { input: lines.join("\n") });
  assert.deepEqual([code, stderr], [0, ""]);
  const answers = stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line) as Message);
  assert.deepEqual(answers.map(({ id }) => id).sort(), [1, 2, 3, 4]);
  assert.match(JSON.stringify(answers.find(({ id }) => id === 2)?.result), /def retry_upload/);
});

/** Client that reports its folders. */
class RootedSession extends RawSession {
  /** Performs the handshake, and sends its folders on request. */
  async open(folders: readonly string[]): Promise<void> {
    const params = { ...INITIALIZE.params, capabilities: { roots: { listChanged: true } } };
    await this.ask({ ...INITIALIZE, params });
    await this.send({ method: "notifications/initialized" });
    await this.say(folders);
  }

  /** Answers the server's request for folders. */
  async say(folders: readonly string[]): Promise<void> {
    const { id, method } = await this.receive();
    assert.equal(method, "roots/list");
    const roots = folders.map((folder) => ({ uri: `file://${encodeURI(folder)}` }));
    await this.send({ id, result: { roots } });
  }

  /** Returns the names of the served trees from a tool's answer. */
  async served(): Promise<readonly string[]> {
    const params = { name: "status", arguments: {}, _meta: { "dossier/structured": true } };
    await this.send({ id: 9, method: "tools/call", params });
    let answer = await this.#skipNews();
    while (answer.id !== 9) answer = await this.#skipNews();
    const { roots } = answer.result?.["structuredContent"] as { roots: { name: string }[] };
    return roots.map(({ name }) => name);
  }

  /** Returns the next answer, without notifications of a changed list of resources. */
  async #skipNews(): Promise<Message> {
    const message = await this.receive();
    if (message.method === undefined) return message;
    assert.equal(message.method, "notifications/resources/list_changed");
    return await this.#skipNews();
  }
}

const PROJECTS = {
  "web app/a.py": "def web(): pass\n",
  "api/b.py": "def api(): pass\n",
  "other/c.py": "def other(): pass\n",
};

Deno.test("mcp without a root serves the folder that its client works in, and another when that changes", async () => {
  using workspace = new TempWorkspace(PROJECTS);
  await using session = new RootedSession(workspace);
  await session.open([workspace.path("web app")]);
  assert.deepEqual(await session.served(), ["web app"]);
  const params = { name: "search", arguments: { query: "web" } };
  const found = await session.ask({ id: 3, method: "tools/call", params });
  assert.match(JSON.stringify(found.result), /a\.py:1-1/);
  const listed = await session.ask({ id: 4, method: "resources/list" });
  assert.match(JSON.stringify(listed.result), /dossier:\/\/log\/web%20app/);

  // A request directly after it waits for the answer.
  await session.send({ method: "notifications/roots/list_changed" });
  const status = { name: "status", arguments: {} };
  await session.send({ id: 5, method: "tools/call", params: status });
  await session.say([workspace.path("api"), workspace.path("other"), workspace.path("none")]);
  assert.deepEqual(await session.served(), ["api", "other"]);
  // No existing folder: the folder in which it was started.
  await session.send({ method: "notifications/roots/list_changed" });
  await session.say([workspace.path("none")]);
  assert.deepEqual(await session.served(), ["tree"]);
});

Deno.test("mcp does not serve a client's folder that is not meant to be read", async () => {
  using workspace = new TempWorkspace(PROJECTS);
  await using session = new RootedSession(workspace);
  await session.open(["/"]);
  assert.deepEqual(await session.served(), ["root"]);
  const params = { name: "search", arguments: { query: "root" } };
  const refused = await session.ask({ id: 3, method: "tools/call", params });
  assert.match(JSON.stringify(refused.result), /root-refused: Cannot use \\"\/\\"/);
});

Deno.test("mcp with roots serves those of them that its client works in", async () => {
  using workspace = new TempWorkspace(PROJECTS);
  const roots = ["web=web app", "api", "other"].flatMap((root) => ["--root", root]);
  await using session = new RootedSession(workspace, ...roots);
  await session.open([workspace.path("api")]);
  assert.deepEqual(await session.served(), ["api"]);
  const read = { name: "read", arguments: { path: "b.py" } };
  const text = await session.ask({ id: 3, method: "tools/call", params: read });
  assert.match(JSON.stringify(text.result), /def api/, "it need not be named");
  const other = { name: "read", arguments: { path: "c.py", root: "other" } };
  const refused = await session.ask({ id: 4, method: "tools/call", params: other });
  assert.match(JSON.stringify(refused.result), /root-unknown/);
  // Folders that are not served select no root.
  await session.send({ method: "notifications/roots/list_changed" });
  await session.say(["/etc"]);
  assert.deepEqual(await session.served(), ["web", "api", "other"]);
});

Deno.test("mcp treats a client that does not report its folders as one without folders", async () => {
  using workspace = new TempWorkspace(PROJECTS);
  await using session = new RootedSession(workspace);
  const params = { ...INITIALIZE.params, capabilities: { roots: {} } };
  await session.ask({ ...INITIALIZE, params });
  await session.send({ method: "notifications/initialized" });
  const { id } = await session.receive();
  await session.send({ id, error: { code: -32603, message: "no" } });
  assert.deepEqual(await session.served(), ["tree"]);
});
