import assert from "node:assert/strict";
import type { OfferedInject } from "@dossier/memory/core";
import { SeenIds } from "./seen_ids.ts";

function offer(deliveryId: string): OfferedInject {
  return { deliveryId, text: "Use the queue", kind: "memory" };
}

function withFile(test: (path: string) => void): void {
  const folder = Deno.makeTempDirSync();
  try {
    test(`${folder}/seen`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("M-15: SeenIds keeps ids across restarts, and the texts that were not given", () => {
  withFile((path) => {
    const seen = new SeenIds(path);
    seen.add(offer("d1"));
    seen.add(offer("d2"));
    seen.add(offer("d1"));
    seen.add(offer("d3"));
    seen.begin("d1");
    seen.acknowledge("d1");
    seen.begin("d1");
    seen.acknowledge("unknown");
    seen.begin("d3");
    seen.add(offer("d4"));
    seen.begin("d4");
    seen.release("d4");
    seen.release("d2");
    const restarted = new SeenIds(path);
    assert.deepEqual([...restarted.ids], ["d1", "d2", "d3", "d4"]);
    assert.deepEqual(restarted.waiting, [offer("d2"), offer("d4")]);
    assert.deepEqual(restarted.doubtful, [offer("d3")]);
    assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
  });
});

Deno.test("M-15: SeenIds drops a line that a killed worker has left half written, and nothing else", () => {
  withFile((path) => {
    new SeenIds(path).add(offer("d1"));
    Deno.writeTextFileSync(path, '{"offer":{"deliv', { append: true });
    const restarted = new SeenIds(path);
    restarted.add(offer("d2"));
    assert.deepEqual([...new SeenIds(path).ids], ["d1", "d2"]);
  });
});

Deno.test("SeenIds keeps the last 1,000 settled ids, and all that wait, once its file has 4,000 lines", () => {
  withFile((path) => {
    const lines = Array.from({ length: 3997 }, (_, at) => ({ settled: `d${at}` }));
    const open = [{ offer: offer("doubtful") }, { begun: "doubtful" }, { offer: offer("waits") }];
    const text = [...open, ...lines].map((line) => `${JSON.stringify(line)}\n`);
    Deno.writeTextFileSync(path, text.join(""));
    const seen = new SeenIds(path);
    seen.add(offer("new"));
    const ids = [...new SeenIds(path).ids];
    assert.equal(ids.length, 1003);
    assert.deepEqual([...ids.slice(0, 3), ids.at(-1)], ["doubtful", "waits", "d2997", "new"]);
    assert.deepEqual(new SeenIds(path).doubtful, [offer("doubtful")]);
    assert.deepEqual(seen.waiting.map(({ deliveryId }) => deliveryId), ["waits", "new"]);
  });
});

Deno.test("SeenIds rejects a path that is not a file", () => {
  withFile((path) => {
    Deno.mkdirSync(path);
    assert.throws(() => new SeenIds(path), {
      message:
        `Cannot read the received ids in "${path}" as it is not a regular file but a folder: ` +
        "replace it by a file",
    });
  });
});
