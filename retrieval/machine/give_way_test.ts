import assert from "node:assert/strict";
import { getPriority } from "node:os";

Deno.test({
  name: "giveWay() holds back the thread that calls it, and no other",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const before = getPriority(0);
    const module = import.meta.resolve("./give_way.ts");
    const source = `import { giveWay } from "${module}";
      import { getPriority } from "node:os";
      await giveWay();
      postMessage(getPriority(0));`;
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(url, { type: "module" });
    const priority = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
    });
    worker.terminate();
    URL.revokeObjectURL(url);
    assert.deepEqual([priority, getPriority(0)], [10, before]);
  },
});
