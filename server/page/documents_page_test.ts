import { nameRoots, openLocalService } from "@dossier/server";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { createApp } from "../app.ts";

const MARKUP = `<img src=x onerror="alert(1)">`;

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Ferry\n\nCarries files.\n",
  "src/upload.ts": "export function retryUpload() {\n  return 1;\n}\n",
  [`src/${MARKUP}.ts`]: "export const inMarkup = 1;\n",
  "docs/a\nb.md": `# ${MARKUP}\n\nText of uploads.\n`,
  ".dossierignore": `${MARKUP}\nplans/\n`,
  "plans/p.md": "# Plan\n",
  "web/a.map": "1",
  ".env": "TOKEN=1",
};

async function openPages(files = FILES) {
  const workspace = new TempWorkspace(files);
  const service = openLocalService(nameRoots([workspace.root]));
  await service.call("index", {});
  const app = createApp(service);
  const stack = new AsyncDisposableStack();
  stack.use(workspace);
  stack.use(service);
  const show = async (path: string, init?: RequestInit) => {
    const response = await app.request(`http://localhost${path}`, init);
    return { status: response.status, html: await response.text() };
  };
  return { show, service, workspace, stack };
}

Deno.test("browseRoutes() lead from the root to a folder, a document, its chunks and its lines", async () => {
  const { show, stack } = await openPages();
  await using _ = stack;
  const top = await show("/documents");
  assert.match(top.html, /href="\/documents\?root=tree&amp;folder=src%2F"/);
  const folder = await show("/documents?folder=src");
  assert.match(folder.html, /href="\/document\?root=tree&amp;path=src%2Fupload.ts"/);
  assert.doesNotMatch(folder.html, /README/);
  const document = await show("/document?path=src/upload.ts");
  assert.match(
    document.html,
    /href="\/file\?root=tree&amp;path=src%2Fupload.ts&amp;from=1&amp;to=3"/,
  );
  assert.match(document.html, /<code>retry<wbr>Upload<\/code>/);
  assert.match((await show("/documents?text=UPLOAD")).html, /1 document in the index/);
  assert.match((await show("/documents?language=markdown")).html, /2 documents in the index/);
  const none = await show("/documents?text=nowhere");
  assert.match(none.html, /No document is like that/);
});

Deno.test("browseRoutes() tell the rule that leaves a path out, and where it is from", async () => {
  const { show, stack } = await openPages();
  await using _ = stack;
  const all = await show("/left-out");
  assert.match(all.html, /its name ends in &quot;\.map&quot;/);
  const plan = await show("/left-out?text=plans/p.md");
  assert.match(plan.html, /the line &quot;plans\/&quot; of an ignore file names it/);
  assert.match(plan.html, /<code>\.dossierignore:2<\/code>/);
  assert.doesNotMatch(plan.html, /\.map/);
  assert.match((await show("/left-out?text=src/upload.ts")).html, /No rule leaves out/);
  const refused = await show("/document?path=.env");
  assert.equal(refused.status, 403);
  assert.doesNotMatch(refused.html, /TOKEN=1/);
});

Deno.test("browseRoutes() tell how the index is and the settings, also where these can not be read", async () => {
  const { show, workspace, stack } = await openPages();
  await using _ = stack;
  const well = await show("/health");
  assert.match(well.html, /nothing stands in the way/);
  assert.match(well.html, /<th scope="row"><code>embedder<\/code><\/th>/);
  workspace.write(".dossier/config.yaml", "exclude:\n  files: [other.txt]\n");
  const given = await show("/health");
  assert.match(given.html, /<tr class="given">/);
  assert.match(given.html, /config\.yaml:2/);
  workspace.write(".dossier/config.yaml", "exclude: [\n");
  const broken = await show("/health");
  assert.equal(broken.status, 200);
  assert.match(broken.html, /1 thing to look at/);
  assert.match(broken.html, /before the configuration is mended/);
  assert.equal((await show("/documents")).status, 422);
});

Deno.test("browseRoutes(), rankingRoutes() and sessionRoutes() show what files hold as text", async () => {
  const { show, service, stack } = await openPages();
  await using _ = stack;
  const session = `${MARKUP} one`;
  await service.call("context", { query: `upload ${MARKUP}`, session });
  const asked = encodeURIComponent(`upload ${MARKUP}`);
  const paths = [
    ...["/documents?folder=src", "/documents?folder=docs", `/documents?text=${asked}`],
    `/document?path=${encodeURIComponent(`src/${MARKUP}.ts`)}`,
    `/document?path=${encodeURIComponent("docs/a\nb.md")}`,
    ...["/left-out", `/left-out?text=${asked}`, "/health"],
    ...[`/ranking?q=${asked}&without=meaning`, `/ranking?q=a&without=${asked}`],
    `/session?session=${encodeURIComponent(session)}`,
  ];
  for (const path of paths) {
    const { html } = await show(path);
    assert.doesNotMatch(html, /<img/, path);
    assert.match(html, /^<!doctype html>/, path);
  }
});

Deno.test("rankingRoutes() say what moves without a step, and what is wrong with a question", async () => {
  const { show, stack } = await openPages({
    "src/retry.ts": "export const other = 1;\n",
    "src/other.ts": "// retry retry uploads\nexport const first = 1;\n",
  });
  await using _ = stack;
  const steps = await show("/ranking");
  assert.match(steps.html, /Compares the file&#39;s name with the query/);
  const compared = await show("/ranking?q=retry&without=name");
  assert.match(compared.html, /<tr class="move-(up|down|none)">/);
  assert.equal(compared.html.match(/<tr class="move-/g)?.length, 2);
  assert.equal((await show("/ranking?q=retry&without=nothing")).status, 400);
  assert.equal((await show("/ranking?q=+&without=name")).status, 400);
});

Deno.test("sessionRoutes() show a session in order, with metrics, and more of them for a transcript", async () => {
  const { show, service, stack } = await openPages();
  await using _ = stack;
  await service.call("context", { query: "retry upload", session: "s" });
  await service.call("need", {
    text: "NEED_CODE: src/upload.ts\nNEED_CODE: none.ts",
    session: "s",
  });
  const { html } = await show("/session?session=s");
  assert.deepEqual([...html.matchAll(/href="\/log\/(\d+)/g)].map(([, id]) => id), ["1", "2"]);
  assert.match(html, /<dt>Requests<\/dt><dd>2/);
  assert.doesNotMatch(html, /Dilution/);
  const measured = await show("/session", {
    method: "POST",
    body: new URLSearchParams({
      session: "s",
      transcript: "I changed src/upload.ts",
      touched: "src/upload.ts\nsrc/never.ts\n",
    }),
  });
  assert.match(measured.html, /<dt>Dilution<\/dt>/);
  assert.match(measured.html, /Changed, and never given.*never\.ts/s);
  assert.equal((await service.call("log", {})).length, 2);
  assert.equal((await show("/session?session=none")).status, 404);
  assert.equal((await show("/session")).status, 400);
});
