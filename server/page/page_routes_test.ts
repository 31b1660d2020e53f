import { nameRoots, openLocalService, type Service } from "@dossier/server";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { createApp } from "../app.ts";

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const FILES = {
  "src/upload.ts": "export function retryUpload() {\n  return send();\n}\n",
  "docs/uploads.md": "# Uploads\n\nAn upload that fails is tried again.\n",
};

/** Page as text, with its status and headers. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

function openPages(service: Service) {
  const app = createApp(service);
  const request = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await app.request(`http://localhost${path}`, init);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const send = (path: string, values: Record<string, string>, headers = {}) =>
    request(path, { method: "POST", body: new URLSearchParams(values), headers });
  return { request, send };
}

Deno.test("pageRoutes() answers every page with a policy that neither runs nor loads anything foreign", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request, send } = openPages(service);
  await send("/record", { q: "retry uploads", session: "web-7" });
  const paths = ["/", "/?q=retry", "/log", "/log/1", "/log/1?with=1", "/log/9"];
  for (const path of [...paths, "/session?session=web-7", "/health", "/health?text=upload"]) {
    const { headers, html } = await request(path);
    assert.equal(headers.get("Content-Security-Policy"), POLICY, path);
    assert.equal(headers.get("Referrer-Policy"), "same-origin");
    assert.equal(headers.get("X-Content-Type-Options"), "nosniff");
    assert.equal(headers.get("Cache-Control"), "no-store");
    assert.ok(html.startsWith("<!doctype html>"), path);
    assert.doesNotMatch(html, / style=| on\w+=|<style|<script(?! type="module" src="\/assets\/)/);
    assert.match(html, /2 documents, \d+ chunks, written/, `${path} tells the freshness`);
  }
});

Deno.test("pageRoutes() records a bundle only by its form, and then redirects to the record", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request, send } = openPages(service);
  const preview = await request("/?q=retry+uploads&session=web-7&record=true");
  assert.equal(preview.status, 200);
  assert.match(preview.html, /This is a preview/);
  assert.deepEqual(await service.call("log", {}), []);

  const { status, headers } = await send("/record", { q: "retry uploads", session: "web-7" });
  assert.equal(status, 303);
  assert.equal(headers.get("Location"), "/log/1?root=tree");
  const [record] = await service.call("log", {});
  assert.equal(record?.trigger, "page");
  assert.equal(record?.session, "web-7");

  const foreign = await send("/record", { q: "uploads" }, { Origin: "https://evil.example" });
  assert.equal(foreign.status, 403);
  assert.equal((await service.call("log", {})).length, 1);
});

Deno.test("pageRoutes() refuses a form with another encoding than its own", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request } = openPages(service);
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain", ""]) {
    const { status, html } = await request("/record", {
      method: "POST",
      headers: { "Content-Type": type },
      body: "x",
    });
    assert.equal(status, 415, type);
    assert.match(html, /send application\/x-www-form-urlencoded/);
  }
  assert.deepEqual(await service.call("log", {}), []);
});

Deno.test("pageRoutes() explains a problem in one sentence and with its status", async () => {
  using workspace = new TempWorkspace({ ...FILES, ".env": "TOKEN=1\n" });
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request } = openPages(service);
  const problems: readonly (readonly [path: string, status: number, sentence: RegExp])[] = [
    ["/?q=", 400, /Write at least one word/],
    ["/?q=a&budget=many", 400, /budget&quot; as it must be a whole number/],
    ["/?q=a&issue=issue.md", 400, /both a question and an issue/],
    ["/?issue=none.md", 404, /none\.md/],
    ["/?root=bogus", 404, /the root &quot;bogus&quot;/],
    ["/log/9", 404, /record 9/],
    ["/log/nine", 400, /current value is &quot;nine&quot;/],
    ["/log?before=0", 400, /\/before/],
    ["/log/1?with=1e0", 404, /record 1/],
    ["/log/0x1?with=1", 400, /current value is &quot;0x1&quot;/],
    ["/log/1?with=", 404, /record 1/],
    ["/session", 400, /without its name/],
    ["/session?session=none", 404, /none/],
    [`/health?text=${"x".repeat(2000)}`, 400, /\/text/],
  ];
  for (const [path, status, sentence] of problems) {
    const answer = await request(path);
    assert.equal(answer.status, status, `${path}: ${answer.html}`);
    const [, said = ""] = answer.html.match(/<p class="problem" role="alert">(.*?)<\/p>/) ?? [];
    assert.match(said, sentence, `${path}: ${said}`);
    assert.ok(!said.includes("TOKEN=1"));
  }
});

Deno.test("pageRoutes() shows what it can of a root whose configuration is broken", async () => {
  using workspace = new TempWorkspace({ ...FILES, ".dossier/config.yaml": "budget: [\n" });
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request } = openPages(service);
  const asked = await request("/?q=retry");
  assert.equal(asked.status, 422);
  assert.match(asked.html, /class="problem" role="alert">[^<]*config\.yaml/);
  assert.match(asked.html, /<textarea[^>]*>\nretry<\/textarea>/);
  assert.equal((await request("/")).status, 200);
  assert.equal((await request("/log")).status, 200);
});

Deno.test("pageRoutes() shows the log in parts and by session", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request } = openPages(service);
  for (let i = 1; i <= 23; i++) {
    await service.call("context", { query: `upload ${i}`, session: i % 2 === 0 ? "even" : "odd" });
  }
  const idsOf = (html: string) =>
    [...html.matchAll(/href="\/log\/(\d+)[^>]*>\d/g)].map(([, id]) => id);
  const first = await request("/log");
  assert.equal(idsOf(first.html).length, 20);
  assert.match(first.html, /href="\/log\?root=tree&amp;before=4">Older/);
  const last = await request("/log?root=tree&before=4");
  assert.deepEqual(idsOf(last.html), ["3", "2", "1"]);
  assert.doesNotMatch(last.html, />Older</);
  const even = await request("/log?session=even");
  assert.equal(idsOf(even.html).length, 11);
});

Deno.test("pageRoutes() shows which lines of a record changed, and compares what it can", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request } = openPages(service);
  await service.call("context", { query: "upload that fails", filter: { kind: "document" } });
  workspace.write("docs/uploads.md", "# Uploads\n\nAn upload that fails is given up at once.\n");
  await service.call("context", { query: "upload that fails", filter: { kind: "document" } });
  const { html } = await request("/log/1");
  assert.match(html, /text cannot be restored, as 1 part of it changed/);
  const difference = await request("/log/2?with=1");
  assert.match(difference.html, /<td>changed<\/td>/);
  assert.match(difference.html, /<h3>Record 1<\/h3>/);
});

Deno.test("pageRoutes() queries the named root, or else the first one", async () => {
  using web = new TempWorkspace({ "a.ts": "export const inWeb = 1;\n" });
  using api = new TempWorkspace({ "b.ts": "export const inApi = 1;\n" });
  await using service = openLocalService([
    { name: "web", path: web.root },
    { name: "api", path: api.root },
  ]);
  const { request } = openPages(service);
  assert.match((await request("/?q=export")).html, /a\.ts/);
  const { html } = await request("/?q=export&root=api");
  assert.match(html, /b\.ts/);
  assert.match(html, /<option value="api" selected="">/);
  assert.match(html, /href="\/log\?root=api"/);
});

Deno.test("pageRoutes() limits the explanations of a question of many words", async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `upload${index}`);
  using workspace = new TempWorkspace({ ...FILES, "src/words.ts": words.join("\n") });
  await using service = openLocalService(nameRoots([workspace.root]));
  const { send, request } = openPages(service);
  const question = await send("/", { q: words.join(" "), budget: "50000" });
  workspace.write("issue.md", `---\ntitle: Rename the words\n---\n${words.join(" ")}\n`);
  const task = await request("/?issue=issue.md&budget=50000");
  for (const { html, status } of [question, task]) {
    assert.equal(status, 200);
    assert.match(html, /part-words \d/);
    assert.ok(html.length < 1_000_000, `${html.length} characters`);
  }
});

Deno.test("pageRoutes() accepts a question of any length, and redirects to its address when it is short enough", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const { send, request } = openPages(service);
  const short = await send("/", { q: "retry uploads", kind: "", budget: "900" });
  assert.equal(short.status, 303);
  assert.equal(short.headers.get("Location"), "/?q=retry+uploads&budget=900");
  const long = await send("/", { q: "retry uploads 上传 ".repeat(2000), format: "markdown" });
  assert.equal(long.status, 200);
  assert.match(long.html, /This is a preview/);
  assert.match(long.html, /<article aria-labelledby="passage-1"/);
  assert.deepEqual(await service.call("log", {}), []);
  assert.equal((await send("/", { q: "" })).status, 400);
  const foreign = await send("/", { q: "uploads" }, { Origin: "https://evil.example" });
  assert.equal(foreign.status, 403);

  await service.call("context", { query: "retry uploads" });
  await service.call("context", { query: "retry uploads ".repeat(2000) });
  assert.match((await request("/log/1")).html, /<a href="[^"]+">Ask again/);
  assert.match((await request("/log/2")).html, /<button type="submit">Ask again/);
  await service.call("context", { query: "retry uploads", names: ["backoff", "maxAttempts"] });
  assert.match(
    (await request("/log/3")).html,
    /<a href="[^"]+names=backoff\+maxAttempts[^"]*">Ask again/,
  );
});

Deno.test("pageRoutes() answers an unknown address with a page for people, and with a problem for programs", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request } = openPages(service);
  const headers = { Accept: "text/html,*/*;q=0.8" };
  const shown = await request("/nowhere", { headers });
  assert.equal(shown.status, 404);
  assert.match(shown.html, /role="alert">Cannot show &quot;\/nowhere&quot;/);
  for (const answer of [await request("/nowhere"), await request("/v1/nowhere", { headers })]) {
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get("Content-Type"), "application/problem+json");
  }
});

Deno.test("pageRoutes() serves its files so that a browser requests each version once", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const { request } = openPages(service);
  const { html } = await request("/");
  const addresses = [...html.matchAll(/(?:href|src)="((?:\/assets|\/favicon)[^"]+)"/g)]
    .map(([, address]) => address!);
  assert.equal(addresses.length, 3);
  for (const address of addresses) {
    const { status, headers } = await request(address);
    assert.equal(status, 200);
    assert.match(headers.get("Cache-Control") ?? "", /immutable/);
    const [path = ""] = address.split("?");
    assert.equal((await request(path)).headers.get("Cache-Control"), "no-cache");
  }
});
