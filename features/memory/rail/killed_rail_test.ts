import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const WORKER = fileURLToPath(new URL("../../../tests/rail_worker.ts", import.meta.url));

/** Number of kills of the worker, and of requests before each. */
const KILLS = 6;
const REQUESTS = 20;

Deno.test("M-15: an agent whose worker is killed again and again gets each acknowledged text once", async () => {
  const folder = Deno.makeTempDirSync();
  let next = 1;
  let requests = 0;
  let enough = Promise.withResolvers<void>();
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { acknowledged } = await request.json();
      if (acknowledged === `d${next}`) next++;
      if (++requests % REQUESTS === 0) enough.resolve();
      const inject = { deliveryId: `d${next}`, text: "Use the queue", kind: "memory" };
      return Response.json({ refreshed: true, stop: false, inject });
    },
  );
  const live = async (isOver: () => Promise<void>) => {
    const url = `http://127.0.0.1:${server.addr.port}`;
    const rights = ["--allow-read", "--allow-write", "--allow-net=127.0.0.1"];
    const worker = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--quiet", "--no-prompt", ...rights, WORKER, url, folder],
      stdout: "null",
    }).spawn();
    await isOver();
    worker.kill("SIGKILL");
    await worker.status;
  };
  const given = () => Deno.readTextFileSync(`${folder}/given`).trim().split("\n");
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      enough = Promise.withResolvers();
      await live(() => enough.promise);
    }
    const acknowledged = Array.from({ length: next - 1 }, (_, at) => `d${at + 1}`);
    assert.ok(acknowledged.length >= KILLS * REQUESTS / 2);
    const isAllGiven = () => acknowledged.every((id) => given().includes(id));
    await live(async () => {
      for (let at = 0; at < 100 && !isAllGiven(); at++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    assert.deepEqual(acknowledged.filter((id) => !given().includes(id)), []);
    assert.equal(new Set(given()).size, given().length);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
