import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { TempWorkspace } from "../temp_workspace.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LOOP_REGEXP = /^## In an orchestrator loop$[\s\S]*?^```sh\n([\s\S]*?)^```$/m;

/** Runs tasks of this checkout on the folder that the script stands in. */
const DENO = 'deno() { "$DENO" task --quiet --config "$CONFIG" "${@:3}"; }';

Deno.test("the loop in the README asks, is answered, and ends", async () => {
  const [, loop = ""] = LOOP_REGEXP.exec(Deno.readTextFileSync(`${ROOT}README.md`)) ?? [];
  assert.ok(loop.includes("deno task --quiet need"));
  using workspace = new TempWorkspace({
    "retrieval/index/local/merge_segments.ts":
      "export function mergeSegmentsIfNeeded() {\n  return 1;\n}\n",
    "retrieval/index/local/refresh_index_test.ts":
      "import { refresh } from './refresh.ts';\nrefresh();\n",
  });
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euc", `${DENO}\n${loop}`],
    cwd: workspace.root,
    // A task that runs the tests has set the folder that it was called from.
    env: { DENO: Deno.execPath(), CONFIG: `${ROOT}deno.json`, INIT_CWD: workspace.root },
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  assert.match(text, /^BLOCKED: this is only an example$/m);
  const prompt = workspace.read("prompt.md");
  assert.match(prompt, /^# Issue demo-1: Say which segments a merge has read$/m);
  assert.match(prompt, /mergeSegmentsIfNeeded\(\) \{/);
  assert.match(prompt, /^- provided: NEED_CODE: retrieval\/index\/refresh_index_test\.ts:1-20/m);
  assert.match(prompt, /^refresh\(\);$/m);
});
