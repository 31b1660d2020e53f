import { RANKING } from "@dossier/core/part";
import { nameRoots, openLocalService, type Service } from "@dossier/server";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { createApp } from "../app.ts";

const MARKUP = `<img src=x onerror="alert(1)">`;

const FILES: Readonly<Record<string, string>> = {
  "src/upload_queue/retryUpload.ts": "export function retryUpload() {\n  return send();\n}\n",
  "docs/uploads.md": "# Uploads\n\nAn upload that fails is tried again.\n",
};

/** Excluded files, and names that look like markup. */
const ODD_FILES: Readonly<Record<string, string>> = {
  ...FILES,
  [`src/${MARKUP}.ts`]: "export const inMarkup = 1;\n",
  "docs/a\nb.md": `# ${MARKUP}\n\nText of uploads.\n`,
  ".dossierignore": `${MARKUP}\nplans/\n`,
  "plans/p.md": "# Plan\n",
  "web/a.map": "1",
  ".env": "TOKEN=1",
};

async function show(service: Service, path: string, init?: RequestInit): Promise<string> {
  const response = await createApp(service).request(`http://localhost${path}`, init);
  return await response.text();
}

Deno.test("the page of a bundle shows parts that add up to each score, and explains each step", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const html = await show(service, "/?q=retry+failed+uploads");
  const [table = ""] = /<table>.*?<\/table>/s.exec(html) ?? [];
  const rows = [
    ...table.matchAll(/<td class="number">(\d\S*?)<\/td>\s*<td>\s*<svg.*?<td>(.*?)<\/td>/gs),
  ];
  assert.equal(rows.length, 2);
  for (const [, score = "", parts = ""] of rows) {
    const numbers = [...parts.matchAll(/[\w-]+ ([\d.]+)(?=,|$)/g)].map(([, text]) => Number(text));
    assert.ok(numbers.length > 1, parts);
    const sum = numbers.reduce((total, number) => total + Math.round(number * 1000), 0);
    assert.equal(sum, Math.round(Number(score) * 1000));
  }
  for (const { name, does } of RANKING) {
    const start = html.indexOf(`<dt>${name}</dt>`);
    const escaped = does.replaceAll("'", "&#39;");
    assert.ok(start >= 0 && html.indexOf(escaped, start) > start, `${name} is explained`);
  }
});

Deno.test("a record is shown as the command line prints it, and its issue in one line", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const issue = { title: "Retry\n  uploads\r\nnow", description: "Uploads that fail.\n" };
  await service.call("context", { query: "failed\n  at retryUpload\n", session: "web-7" });
  await service.call("context", { issue });
  const log = await show(service, "/log");
  assert.match(log, /<td>Retry uploads now<\/td>/);
  assert.match(log, /<td>failed at retryUpload<\/td>/);
  assert.match(log, /href="\/session\?root=tree&amp;session=web-7"/);
  const record = await show(service, "/log/1");
  assert.match(record, /<dt>record<\/dt><dd><div>1, a bundle, triggered by/);
  assert.match(record, /<dt>query<\/dt><dd><div>failed<\/div><div> {2}at retryUpload<\/div><\/dd>/);
  assert.match(record, /retryUpload\.ts:1-3: .*, score \d/);
  assert.match(record, /As it was sent, byte for byte/);
  assert.match(await show(service, "/log/2?with=1"), /<ins>/);
});

Deno.test("a session is shown as lines of time and metrics, with more of them for a transcript", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  await service.call("context", { query: "retry upload", session: "s" });
  await service.call("need", {
    text: "NEED_CODE: docs/uploads.md\nNEED_CODE: none.ts",
    session: "s",
  });
  const html = await show(service, "/session?session=s");
  const [timeline = ""] = html.split("Metrics");
  const lines = [...timeline.matchAll(/<td>(given|asked|answered)<\/td>/g)].map(([, kind]) => kind);
  assert.deepEqual(lines, ["given", "asked", "asked", "answered"]);
  assert.match(html, /<td>requests<\/td><td class="number">2<\/td>/);
  const measured = await show(service, "/session", {
    method: "POST",
    body: new URLSearchParams({
      session: "s",
      transcript: "I changed docs/uploads.md",
      touched: "docs/uploads.md\nsrc/never.ts\n",
    }),
  });
  assert.match(measured, /<td>recall@5<\/td>/);
  assert.match(measured, /missed<\/td>.*src\/never\.ts/s);
  assert.equal((await service.call("log", {})).length, 2);
});

Deno.test("a session that was given nothing is shown by its actions", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  await service.call("activity", {
    session: "s",
    events: [{ kind: "file", value: "docs/uploads.md" }],
  });
  const html = await show(service, "/session?session=s");
  assert.match(html, /<td>file<\/td>.*docs\/uploads\.md/s);
  assert.doesNotMatch(html, /Metrics/);
});

Deno.test("the page of the health shows checks, the index, files, rules and settings", async () => {
  using workspace = new TempWorkspace(ODD_FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  await service.call("index", {});
  const well = await show(service, "/health");
  assert.match(well, /no problems/);
  assert.match(well, /<td>hooks<\/td>/);
  assert.match(well, /<dt>documents<\/dt><dd><div>5</);
  assert.match(well, /href="\/health\?root=tree&amp;folder=src%2F"/);
  assert.match(well, /its name ends in &quot;\.map&quot;/);
  assert.match(well, /<td>embedder<\/td><td>default<\/td>/);
  const folder = await show(service, "/health?folder=src/upload_queue");
  assert.match(folder, /src\/upload_queue\/retryUpload\.ts/);
  assert.doesNotMatch(folder, /docs\/uploads/);
  assert.match(await show(service, "/health?text=UPLOAD"), /2 documents/);
  const plan = await show(service, "/health?text=plans/p.md");
  assert.match(plan, /No such document is indexed/);
  assert.match(plan, /the line &quot;plans\/&quot; of an ignore file excludes it/);
  assert.match(plan, /\.dossierignore:2/);
  assert.doesNotMatch(plan, /its name ends in/);
  assert.match(await show(service, "/health?text=uploads.md"), /No rule excludes such a path/);
  workspace.write(".dossier/config.yaml", "exclude:\n  files: [other.txt]\n");
  assert.match(await show(service, "/health"), /config\.yaml:2/);
  workspace.write(".dossier/config.yaml", "exclude: [\n");
  const broken = await show(service, "/health");
  assert.match(broken, /1 thing to check/);
  assert.match(broken, /before the configuration is fixed/);
});

Deno.test("the pages show files and questions as text", async () => {
  using workspace = new TempWorkspace(ODD_FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const session = `${MARKUP} one`;
  await service.call("context", { query: `upload ${MARKUP}`, session });
  const asked = encodeURIComponent(`upload ${MARKUP}`);
  const named = encodeURIComponent(session);
  const paths = [
    ...[`/?q=${asked}`, `/?q=a&budget=${asked}`, "/log", `/log?session=${named}`, "/log/1"],
    ...[`/log/1?with=1`, `/log/1?with=${asked}`, `/session?session=${named}`],
    ...["/health?folder=src", "/health?folder=docs", `/health?text=${asked}`],
  ];
  for (const path of paths) {
    const html = await show(service, path);
    assert.doesNotMatch(html, /<img/, path);
    assert.doesNotMatch(html, /TOKEN=1/, path);
    assert.match(html, /^<!doctype html>/, path);
  }
});

Deno.test("the header links to the same page about another tree", async () => {
  using web = new TempWorkspace({ "a.ts": "export const inWeb = 1;\n" });
  using api = new TempWorkspace({ "b.ts": "export const inApi = 1;\n" });
  await using service = openLocalService([
    { name: "web", path: web.root },
    { name: "api", path: api.root },
  ]);
  await service.call("context", { root: "api", query: "export" });
  const pages = { "/log?root=api": "/log", "/log/1?root=api": "/log", "/?q=export&root=api": "/" };
  for (const [page, target] of Object.entries(pages)) {
    const [, list = ""] = /<nav aria-label="Trees">(.*?)<\/nav>/s.exec(await show(service, page)) ??
      [];
    const links = [...list.matchAll(/href="([^"]+)"( aria-current="true")?/g)]
      .map(([, href, mark]) => [href, mark !== undefined]);
    assert.deepEqual(links, [[`${target}?root=web`, false], [`${target}?root=api`, true]]);
  }
});

Deno.test("the page of a problem links to other pages, and to what has to be fixed", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const html = await show(service, "/log/7");
  const [, main = ""] = /<main.*?<\/p>(.*)<\/main>/s.exec(html) ?? [];
  const paths = [...main.matchAll(/href="([^"?]*)/g)].map(([, path]) => path);
  assert.deepEqual(paths, ["/", "/log", "/health"]);
});
