/**
 * Starts a server, sends it requests that no valid client sends, and checks that it neither fails
 * nor hangs: `deno task campaign:malformed [--count 10000] [--seed 1]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { sendMalformed } from "../../tests/runs/malformed_runs.ts";
import { openServer } from "../../tests/runs/served_process.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const start = performance.now();
using workspace = new TempWorkspace({
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
});
await using server = await openServer([workspace.root]);
const { statuses, failures } = await sendMalformed(server, {
  count: Number(values.count),
  seed: Number(values.seed),
});
for (const failure of failures) print(failure);
for (const [status, count] of [...statuses].sort(([a], [b]) => a - b)) {
  print(`${String(count).padStart(7)} ${status === 0 ? "closed without an answer" : status}`);
}
const seconds = ((performance.now() - start) / 1000).toFixed(0);
print(`${values.count} malformed requests, ${failures.length} failures in ${seconds} s`);
if (failures.length > 0) Deno.exitCode = 1;

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
