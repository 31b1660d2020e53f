import { nameRoots, openLocalService, type Service } from "@dossier/server";
import assert from "node:assert/strict";
import { createApp } from "../../../server/app.ts";
import { fillMemory, REMEMBERED_TREE } from "../../../tests/example_memory.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";

async function show(service: Service, path: string): Promise<string> {
  return await (await createApp(service).request(`http://localhost${path}`)).text();
}

async function send(
  service: Service,
  values: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await createApp(service).request("http://localhost/memory", {
    method: "POST",
    body: new URLSearchParams(values),
    headers,
  });
}

Deno.test("the page of a memory lists observations by status, with what they cite and how they did", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  await using service = openLocalService(nameRoots([workspace.root]));
  const all = await show(service, "/memory");
  assert.match(all, /<a href="\/memory\?root=tree&amp;status=waiting">Waiting 1<\/a>/);
  assert.match(all, /src\/queue\.ts#Queue\.retryUpload<\/td><td class="number">3<\/td>/);
  assert.match(all, /<span class="bad">orphaned<\/span>/);
  assert.equal(all.match(/href="\/memory\?root=tree&amp;id=o\d"/g)?.length, 6);
  const waiting = await show(service, "/memory?status=waiting");
  assert.equal(waiting.match(/href="\/memory\?root=tree&amp;id=o\d"/g)?.length, 1);
  assert.match(waiting, /&lt;script&gt;alert/);
  assert.doesNotMatch(waiting, /<script>alert|<img/);
  assert.match(await show(service, "/memory?status=none"), /role="alert"/);
});

Deno.test("the page of an observation has its steps, its graph and the sentence that contradicts it", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  await using service = openLocalService(nameRoots([workspace.root]));
  const first = await show(service, "/memory?id=o1");
  assert.match(first, /<td>s2<\/td>|session=s2/);
  // The weight 1 stays 1 after an accepted session. A failure then reduces it by 15 %.
  assert.match(first, /<td class="number">1<\/td><td class="number">0\.85<\/td>/);
  assert.match(first, /<svg xmlns[^>]*aria-label="The graph around the observation"/);
  assert.match(first, /<td>is defined in<\/td>/);
  assert.match(await show(service, "/memory?id=o2"), /misleading: /);
  assert.match(await show(service, "/memory?id=o4"), /AGENTS\.md:3 has contradicted it/);
  assert.match(await show(service, "/memory?id=o99"), /role="alert"/);
});

Deno.test("an observation is changed by the forms of its page only, and by no page of others", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  await using service = openLocalService(nameRoots([workspace.root]));
  const statusOf = async (id: string) =>
    (await service.call("observation", { id }) as { status: string }).status;

  await show(service, "/memory?id=o5&action=accept");
  const foreign = await send(service, { id: "o5", action: "accept" }, {
    Origin: "https://evil.example",
  });
  assert.equal(foreign.status, 403);
  assert.equal((await send(service, { id: "o5", action: "own" })).status, 400);
  assert.equal(await statusOf("o5"), "waiting");

  const accepted = await send(service, { id: "o5", action: "accept" });
  assert.equal(accepted.status, 303);
  assert.equal(accepted.headers.get("Location"), "/memory?root=tree&id=o5");
  assert.equal(await statusOf("o5"), "active");
  await send(service, { id: "o5", action: "refuse" });
  assert.equal(await statusOf("o5"), "refused");

  await send(service, { id: "o2", action: "verify" });
  assert.match(await show(service, "/memory?id=o2"), /<dt>state<\/dt><dd><div>fresh/);
  const missing = await send(service, { id: "o3", action: "verify" });
  assert.match(await missing.text(), /src\/gone\.ts.*is missing/);
  const forgotten = await send(service, { id: "o3", action: "forget" });
  assert.equal(forgotten.headers.get("Location"), "/memory?root=tree");
  assert.match(await show(service, "/memory?id=o3"), /role="alert"/);
});

Deno.test("the report has a picture and the same as a table, and is short where nothing is remembered", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await using service = openLocalService(nameRoots([workspace.root]));
  assert.match(await show(service, "/memory"), /There are no observations\./);
  assert.match(await show(service, "/memory?view=report"), /has ended yet/);
  await fillMemory(workspace.root);
  const html = await show(service, "/memory?view=report");
  assert.match(html, /<svg xmlns[^>]*aria-label="Tokens of memory against accepted sessions/);
  assert.match(html, /<td>chore &lt;b&gt;<\/td><td class="number">1<\/td>/);
  assert.match(html, /<a href="\/memory\?root=tree&amp;id=o2">o2<\/a>/);
});

Deno.test("the report and the graph can be asked over HTTP", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  await using service = openLocalService(nameRoots([workspace.root]));
  const ask = async (path: string) => JSON.parse(await show(service, path));
  assert.equal((await ask("/v1/memory/report")).audit.entries, 13);
  assert.equal((await ask("/v1/memory/o1/graph")).edges.length, 2);
  assert.equal((await ask("/v1/memory/o1")).id, "o1");
});

Deno.test("over HTTP a page ends before an id, and what the path names is not named otherwise", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  await using service = openLocalService(nameRoots([workspace.root]));
  const wrong = JSON.parse(await show(service, "/v1/memory?before=zz"));
  assert.equal(wrong.status, 400);
  assert.match(JSON.stringify(wrong), /Use the ID of an observation, such as o12/);
  const post = async (path: string, body: object) => {
    const answer = await createApp(service).request(`http://localhost/v1${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });
    return [answer.status, await answer.json()];
  };
  const [status, problem] = await post("/sessions/s8/injects", { session: "s9", text: "Stop" });
  assert.equal(status, 400);
  assert.match(
    problem.detail,
    /Cannot use "session" twice as the path names "s8": "s9" is also given/,
  );
  assert.equal((await post("/sessions/s8/injects", { session: "s8", text: "Stop" }))[0], 200);
  const [, told] = await post("/memory/o1/forget", {});
  assert.deepEqual(told, { ids: ["o1"], records: [], isErased: told.isErased });
  const twice = JSON.parse(await show(service, "/v1/memory/o2?id=o1"));
  assert.match(twice.detail, /Cannot use "id" twice/);
});
