import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { TempWorkspace } from "../temp_workspace.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVICE_REGEXP = /^## As a service$[\s\S]*?^```sh\n([\s\S]*?)^```$/m;

/** Runs tasks of this checkout on the folder that the script stands in. */
const DENO = 'deno() { exec "$DENO" task --quiet --config "$CONFIG" "${@:3}"; }';

Deno.test("the calls in the README are answered", async () => {
  const [, script = ""] = SERVICE_REGEXP.exec(Deno.readTextFileSync(`${ROOT}README.md`)) ?? [];
  assert.ok(script.includes("/v1/context"));
  using workspace = new TempWorkspace({
    "retrieval/index/local/merge_segments.ts":
      "/** Merges small segments. */\nexport function mergeSegmentsIfNeeded() {\n  return 1;\n}\n",
  });
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euc", `${DENO}\n${script.replaceAll("7420", String(findFreePort()))}`],
    cwd: workspace.root,
    // A task that runs the tests has set the folder that it was called from.
    env: { DENO: Deno.execPath(), CONFIG: `${ROOT}deno.json`, INIT_CWD: workspace.root },
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.equal(code, 0, text + new TextDecoder().decode(stderr));
  assert.match(text, /"status":"ready"/);
  assert.match(text, /# Context\n/);
  assert.match(workspace.read("prompt.md"), /^# Issue demo-2: /m);
  assert.match(text, /"outcome": "(?:provided|already_present)"/);
  assert.match(text, /"path":"retrieval\/index\/merge_segments\.ts"/);
  assert.ok(JSON.parse(workspace.read("explained.json")).results[0].explanation.value > 0);
  assert.match(text, /event: done\n/);
  assert.equal(JSON.parse(workspace.read("record.json")).id, 1);
  assert.match(text, /"code":"invalid-request"/);
});

function findFreePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}
