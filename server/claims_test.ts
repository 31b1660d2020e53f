import assert from "node:assert/strict";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { createApp } from "./app.ts";
import type { TokenClaim } from "./request/mod.ts";
import { openLocalService } from "./service/mod.ts";

const MAIN = "main-token-of-the-server";
const WEB = "token-for-web-alone-0001";
const BOTH = "token-for-both-trees-002";
const NONE = "token-for-nothing-000003";

const CLAIMS: readonly TokenClaim[] = [
  { name: "web", token: WEB, repositories: ["web"] },
  { name: "both", token: BOTH, repositories: ["web", "api"] },
  { name: "none", token: NONE, repositories: [] },
];

/** Name of a root that callers without access to it must not learn. */
const SECRET = "api";

/** App over three trees. One token has access to one of them, another to two. */
class ClaimedApp extends TempWorkspace implements AsyncDisposable {
  readonly #service;
  readonly #app;

  constructor({ token = MAIN, claims = CLAIMS } = {}) {
    super({
      "web/src/upload.ts": "export function retryUpload() {}\n",
      "api/src/upload.ts": "export function receiveUpload() {}\n",
      "infra/upload.md": "# Upload\n\nWhere uploads go.\n",
    });
    const roots = ["web", "api", "infra"].map((name) => ({ name, path: this.path(name) }));
    this.#service = openLocalService(roots, { cache: this.cache });
    this.#app = createApp(this.#service, { guard: { token, claims } });
  }

  /** Returns the status and the text of the response to a request with a token. */
  async request(token: string | undefined, path: string, body?: object) {
    const response = await this.#app.request(`http://localhost${path}`, {
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service[Symbol.asyncDispose]();
    this[Symbol.dispose]();
  }
}

const QUERY = { query: "upload" };

/**
 * Requests about a root that the token cannot access. The response must be the same as for a root
 * that does not exist.
 */
const HIDDEN_REQUESTS: readonly (readonly [path: string, body?: object])[] = [
  ["/v1/search", { ...QUERY, root: SECRET }],
  ["/v1/context", { ...QUERY, root: SECRET }],
  ["/v1/search", { ...QUERY, repositories: [SECRET] }],
  ["/v1/search", { ...QUERY, repositories: ["web", SECRET] }],
  ["/v1/context", { ...QUERY, repositories: ["web", SECRET] }],
  ["/v1/context", { issue: { title: "upload" }, repositories: [SECRET, "web"] }],
  ["/v1/explain", { ...QUERY, repositories: [SECRET, "*"] }],
  [`/v1/status?root=${SECRET}`],
  [`/v1/log?root=${SECRET}`],
  [`/v1/events?root=${SECRET}`],
  ["/v1/need", { text: "NEED_CODE: src/upload.ts", session: "s", root: SECRET }],
];

Deno.test("createApp() answers a token of a claim from its repositories, one or several", async () => {
  await using app = new ClaimedApp();
  const one = await app.request(WEB, "/v1/search", QUERY);
  assert.deepEqual([one.status, JSON.parse(one.text).results[0].path], [200, "src/upload.ts"]);
  const several = await app.request(BOTH, "/v1/search", { ...QUERY, repositories: ["*"] });
  const { repositories, results } = JSON.parse(several.text);
  assert.deepEqual(repositories.map(({ name }: { name: string }) => name), ["web", "api"]);
  assert.ok(results.every(({ repository }: { repository: string }) => repository !== "infra"));
  const context = await app.request(BOTH, "/v1/context", {
    ...QUERY,
    repositories: ["api", "web"],
  });
  assert.equal(context.status, 200);
  assert.ok(!context.text.includes("infra"));
  const roots = JSON.parse((await app.request(WEB, "/v1/roots")).text).roots;
  assert.deepEqual(roots.map(({ name }: { name: string }) => name), ["web"]);
  const ready = JSON.parse((await app.request(WEB, "/readyz")).text);
  assert.deepEqual(ready.roots.map(({ name }: { name: string }) => name), ["web"]);
});

Deno.test("createApp() answers about an inaccessible root as if it did not exist, with neither name nor number", async () => {
  await using app = new ClaimedApp();
  for (const [path, body] of HIDDEN_REQUESTS) {
    const hidden = await app.request(WEB, path, body);
    const nowhere = await app.request(
      WEB,
      path.replaceAll(SECRET, "nowhere"),
      body && JSON.parse(JSON.stringify(body).replaceAll(`"${SECRET}"`, '"nowhere"')),
    );
    assert.equal(hidden.status, 404, `${path} ${hidden.text}`);
    assert.equal(hidden.text.replaceAll(SECRET, "nowhere"), nowhere.text, path);
    assert.ok(!hidden.text.includes("infra"), hidden.text);
  }
  const all = await app.request(WEB, "/v1/context", { ...QUERY, repositories: ["*"] });
  assert.equal(all.status, 200);
  assert.ok(!all.text.includes("receiveUpload") && !all.text.includes('"api"'));
});

Deno.test("createApp() shows no root to a token without repositories, and the page to no claim", async () => {
  await using app = new ClaimedApp();
  assert.equal((await app.request(NONE, "/v1/search", QUERY)).status, 404);
  assert.equal(
    (await app.request(NONE, "/v1/search", { ...QUERY, repositories: ["*"] })).status,
    404,
  );
  assert.equal((await app.request(NONE, "/v1/search", { ...QUERY, root: "web" })).status, 404);
  assert.deepEqual(JSON.parse((await app.request(NONE, "/v1/roots")).text).roots, []);
  for (const path of ["/", "/documents?root=web", "/document/src/upload.ts?root=api"]) {
    assert.equal((await app.request(BOTH, path)).status, 404, path);
  }
});

Deno.test("createApp() lets the token of the server query each root, but not several together", async () => {
  await using app = new ClaimedApp();
  assert.equal((await app.request(MAIN, "/v1/search", { ...QUERY, root: "api" })).status, 200);
  const several = await app.request(MAIN, "/v1/search", { ...QUERY, repositories: ["web", "api"] });
  assert.equal(several.status, 404);
  assert.match(several.text, /this token names none/);
});

Deno.test("createApp() confuses no tokens, and requires one when there are only claims", async () => {
  await using app = new ClaimedApp({ token: MAIN });
  for (const token of [undefined, "wrong", WEB.slice(0, -1), `${WEB}x`, ""]) {
    assert.equal((await app.request(token, "/v1/roots")).status, 401, String(token));
  }
  const service = openLocalService([{ name: "web", path: app.path("web") }], { cache: app.cache });
  await using _service = service;
  const claimed = createApp(service, { guard: { claims: CLAIMS } });
  const { status } = await claimed.request("http://localhost/v1/roots");
  assert.equal(status, 401);
  const page = await claimed.request("http://localhost/", { headers: { Accept: "text/html" } });
  assert.equal(page.status, 401);
});

Deno.test("createApp() over MCP shows a token no root that it cannot access", async () => {
  await using app = new ClaimedApp();
  const call = (token: string, root: string) =>
    app.request(token, "/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "search", arguments: { query: "upload", root } },
    });
  const both = await call(BOTH, "web,api");
  assert.match(both.text, /web\/src\/upload\.ts.*api\/src\/upload\.ts|api\/src.*web\/src/s);
  const hidden = await call(WEB, "web,api");
  assert.match(hidden.text, /root-unknown/);
  assert.ok(!hidden.text.includes("receiveUpload") && !hidden.text.includes("infra"));
  const all = await call(WEB, "*");
  assert.ok(all.text.includes("web/src/upload.ts") && !all.text.includes("api/"));
  const resources = await app.request(WEB, "/mcp", {
    jsonrpc: "2.0",
    id: 2,
    method: "resources/list",
    params: {},
  });
  assert.ok(!resources.text.includes("api") && !resources.text.includes("infra"), resources.text);
});
