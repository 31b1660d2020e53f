import { RANKING } from "@dossier/core/part";
import { nameRoots, openLocalService, type Service } from "@dossier/server";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { createApp } from "../app.ts";

const FILES = {
  "src/upload_queue/retryUpload.ts": "export function retryUpload() {\n  return send();\n}\n",
  "docs/uploads.md": "# Uploads\n\nAn upload that fails is tried again.\n",
};

async function show(service: Service, path: string): Promise<string> {
  const response = await createApp(service).request(`http://localhost${path}`);
  return await response.text();
}

/** Returns the numbers in the legend of the budget, and the total that its heading tells. */
function readBudget(html: string) {
  const [section = ""] = /<section class="budget".*?<\/section>/s.exec(html) ?? [];
  const number = (text = "") => Number(text.replaceAll(",", ""));
  const [, used, limit] = /([\d,]+) of ([\d,]+) token/.exec(section) ?? [];
  const [legend = ""] = /<ul class="legend">.*?<\/ul>/s.exec(section) ?? [];
  const parts = [...legend.matchAll(/<b>([\d,]+)<\/b>/g)].map(([, text]) => number(text));
  return { used: number(used), limit: number(limit), parts };
}

Deno.test("BudgetBar tells parts that add up to the budget, however each passage was rounded", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `upload${index}`);
  using workspace = new TempWorkspace(
    Object.fromEntries(
      names.map((name) => [`src/${name}.ts`, `export const ${name} = "retry upload";\n`]),
    ),
  );
  await using service = openLocalService(nameRoots([workspace.root]));
  for (const format of ["json", "markdown", "xml"] as const) {
    const { bundle } = await service.call("context", { query: "retry upload", format });
    const { used, limit, parts } = readBudget(await show(service, `/log/${bundle.record}`));
    assert.deepEqual([used, limit], [bundle.budget.used, bundle.budget.limit]);
    assert.equal(parts.reduce((sum, part) => sum + part, 0), limit, `${format}: ${parts}`);
  }
});

Deno.test("ScoreBar tells parts that add up to the score, each of which can be explained", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const html = await show(service, "/?q=retry+failed+uploads");
  const bars = [...html.matchAll(/<div class="score">.*?How (−?[\d.]+) comes about/gs)];
  assert.equal(bars.length, 2);
  for (const [bar, score] of bars) {
    const parts = [...bar.matchAll(/<button[^>]*>([\w-]+)<\/button>\s*<b>([\d.]+)<\/b>/g)];
    assert.ok(parts.length > 1);
    const sum = parts.reduce((total, [, , value]) => total + Math.round(Number(value) * 1000), 0);
    assert.equal(sum, Math.round(Number(score) * 1000));
    for (const [button, name] of parts) {
      assert.ok(button.includes(`popovertarget="step-${name}"`));
    }
  }
  for (const { name, does } of RANKING) {
    const start = html.indexOf(`id="step-${name}"`);
    const escaped = does.replaceAll("'", "&#39;");
    assert.ok(start >= 0 && html.indexOf(escaped, start) > start, `${name} is explained`);
  }
});

Deno.test("ScoreBar is drawn for what was recorded without the parts of its scores", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  await service.call("context", { query: "retry failed uploads" });
  const html = await show(service, "/log/1");
  assert.equal(html.match(/<div class="score">/g)?.length, 2);
  assert.match(html, /<rect class="part part-other" x="0%" width="100%"/);
});

Deno.test("OneLine and Place show titles in one line, and paths that go on where a part of them ends", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  const issue = { title: "Retry\n  uploads\r\nnow", description: "Uploads that fail.\n" };
  await service.call("context", { query: "failed\n  at retryUpload\n" });
  await service.call("context", { issue });
  const log = await show(service, "/log");
  assert.match(log, /<\/span> Retry uploads now<\/a>/);
  assert.match(log, /<\/span> failed at retryUpload<\/a>/);
  for (const path of ["/log", "/log/2", "/diff?left=1&right=2", "/?q=failed%0Auploads"]) {
    assert.doesNotMatch(await show(service, path), /class="control"/, path);
  }
  const record = await show(service, "/log/1");
  assert.match(record, /src\/<wbr>upload_<wbr>queue\/<wbr>retry<wbr>Upload\.ts/);
});

Deno.test("RootSwitch leads to the same page about another tree, with what was asked", async () => {
  using web = new TempWorkspace({ "a.ts": "export const inWeb = 1;\n" });
  using api = new TempWorkspace({ "b.ts": "export const inApi = 1;\n" });
  await using service = openLocalService([
    { name: "web", path: web.root },
    { name: "api", path: api.root },
  ]);
  await service.call("context", { root: "api", query: "export" });
  const pages = {
    "/log?root=api": "/log",
    "/log/1?root=api": "/log",
    "/file?path=b.ts&root=api": "/documents",
    "/?q=export&budget=900&root=api": "/?q=export&budget=900",
  };
  for (const [page, target] of Object.entries(pages)) {
    const html = await show(service, page);
    const [, list = ""] = /<details class="root switch">(.*?)<\/details>/s.exec(html) ?? [];
    const links = [...list.matchAll(/href="([^"]+)"( aria-current="true")?/g)];
    for (const [index, name] of ["web", "api"].entries()) {
      const [, href = "", mark] = links[index] ?? [];
      const url = new URL(href.replaceAll("&amp;", "&"), "http://localhost");
      assert.deepEqual([url.searchParams.get("root"), mark !== undefined], [name, name === "api"]);
      url.searchParams.delete("root");
      assert.equal(url.pathname + url.search, target);
    }
  }
});

Deno.test("ProblemPage leads on to what can be shown, and to what stands in the way", async () => {
  using workspace = new TempWorkspace({ ...FILES, ".dossier/config.yaml": "budget: [\n" });
  await using service = openLocalService(nameRoots([workspace.root]));
  const html = await show(service, "/documents");
  assert.match(html, /config\.yaml/);
  const [, main = ""] = /<main.*?<\/p>(.*)<\/main>/s.exec(html) ?? [];
  const paths = [...main.matchAll(/href="([^"?]*)/g)].map(([, path]) => path);
  assert.deepEqual(paths, ["/", "/log", "/documents", "/health"]);
  assert.match(await show(service, "/health"), /They can not be read before the configuration is/);
});

Deno.test("LogNews holds the records behind a number, and nothing when there are none", async () => {
  using workspace = new TempWorkspace(FILES);
  await using service = openLocalService(nameRoots([workspace.root]));
  for (const session of ["one", "two"]) await service.call("context", { query: "retry", session });
  assert.match(await show(service, "/log"), /data-live="\/log\/news\?root=tree"/);
  const ids = async (path: string) =>
    [...(await show(service, path)).matchAll(/<li data-id="(\d+)"/g)].map(([, id]) => id);
  assert.deepEqual(await ids("/log/news?after=0"), ["2", "1"]);
  assert.deepEqual(await ids("/log/news?after=1"), ["2"]);
  assert.deepEqual(await ids("/log/news?after=0&session=one"), ["1"]);
  const app = createApp(service);
  assert.equal((await app.request("http://localhost/log/news?after=2")).status, 204);
  assert.equal((await app.request("http://localhost/log/news?after=x")).status, 400);
});
