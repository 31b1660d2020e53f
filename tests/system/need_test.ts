import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";

Deno.test("need reports that an answer does not fit its budget", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "export const a = 1;\n" });
  const input = "NEED_CODE: src/a.ts\nNEED_CODE: src/none.ts\nNEED_CODE: ../x\n";
  const ask = (budget: string) =>
    workspace.run(["need", "--session", "s", "--round", "1", "-b", budget, "-"], { input });
  const { code, stdout, stderr } = await ask("50");
  assert.deepEqual([code, stdout], [0, ""]);
  assert.equal(
    stderr,
    "dossier: The outcomes of the requests do not fit the budget of 50 tokens: " +
      "raise --budget\n",
  );
  assert.equal((await ask("1000")).stderr, "");
});
