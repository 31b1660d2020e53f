/**
 * Makes nodes of OpenSearch fail while trees are sent to them and questions are answered from them. Checks
 * that no acknowledged data is lost, that no partly sent tree is visible, and that each answer is right or
 * names what is missing: `deno task campaign:cluster [--only TEXT] [--seed 1]`, and `--small [--kills 10]`
 * with a single node.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { killOneNode } from "./cluster/kill_one_node.ts";
import { runFaults } from "./cluster/three_nodes.ts";

const { values } = parseArgs({
  options: {
    small: { type: "boolean", default: false },
    kills: { type: "string", default: "10" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
  },
});
const seed = Number(values.seed);
const failures = values.small
  ? await killOneNode({ kills: Number(values.kills), seed, print })
  : await runFaults({ seed, only: values.only, print });
if (failures > 0) Deno.exitCode = 1;

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
