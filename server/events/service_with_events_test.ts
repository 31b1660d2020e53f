import type { Bundle } from "@dossier/core";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { nameRoots, openLocalService, type Service } from "../service/mod.ts";
import type { ContextEvent, EventFollower } from "./event_feed.ts";
import { addEvents } from "./service_with_events.ts";

const MS = 5;

/** Returns the sources of the texts that each waiting event names. */
async function listSources(follower: EventFollower): Promise<readonly (readonly string[])[]> {
  const observed: string[][] = [];
  for (
    let next = await follower.next(MS);
    typeof next === "object";
    next = await follower.next(MS)
  ) {
    observed.push(readBlocks(next));
  }
  return observed;
}

function readBlocks({ data }: ContextEvent): string[] {
  return JSON.parse(data).blocks.map(({ id, source }: Record<string, string>) => `${source} ${id}`);
}

Deno.test("addEvents() emits what an agent requested and what it read of the manifest", async () => {
  using workspace = new TempWorkspace({
    "src/upload.py": "def retry_upload(file):\n    pass\n",
    ".dossier/manifest.yaml": 'version: 1\nidentity: {sources: [{uri: "knowledge:voice"}]}\n',
    ".dossier/knowledge/voice.md": "Speak plainly.",
  });
  const roots = nameRoots([workspace.root]);
  await using service = openLocalService(roots);
  const observed = addEvents(service);
  const follower = observed.events.follow(observed.roots[0]!.name);
  await observed.call("need", { session: "s", text: "NEED_CODE: src/upload.py:1-2" });
  assert.deepEqual(await listSources(follower), [["bundle file:src/upload.py#L1-2"]]);
  await observed.call("resource", { uri: "knowledge:voice", session: "s" });
  assert.deepEqual(await listSources(follower), [["manifest knowledge:voice"]]);
});

Deno.test("addEvents() names a hundred of the skipped texts, and counts the rest", async () => {
  const omitted = Array.from(
    { length: 130 },
    (_, at) => ({ source: `file:${at}.md`, tokens: 1, reason: "budget" as const }),
  );
  const bundle = { fragments: [], omitted } as unknown as Bundle;
  const service = {
    roots: [{ name: "tree", path: "/none" }],
    call: () => Promise.resolve({ bundle, text: "" }),
  } as unknown as Service;
  const observed = addEvents(service);
  const follower = observed.events.follow("tree");
  await observed.call("context", { query: "hulls" });
  const { data } = await follower.next(MS) as ContextEvent;
  const { skipped, moreSkipped } = JSON.parse(data);
  assert.deepEqual([skipped.length, skipped.at(-1), moreSkipped], [
    100,
    { id: "file:99.md", reason: "budget" },
    30,
  ]);
});
