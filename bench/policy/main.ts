/**
 * `deno task bench:policy`: measures the composition and the check of policies, on generated projects: a
 * chain of five with 60 items and 20 hooks, and 2,000 profiles with 5,000 knowledge items. Whole processes
 * alternate with the empty program `deno eval 0`.
 *
 * Options: `--runs N` (processes of each kind, 15 by default), `--program PATH` (the program of an installed
 * package, beside the sources).
 */

import { composeProfile, openPolicies, ParsedFiles } from "@dossier/policy";
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { markdownTable } from "../markdown_table.ts";
import { cliArguments } from "../speed/cli_arguments.ts";
import { percentile } from "../speed/percentile.ts";
import { LEAF_PROFILE, makeChain, makeMany, MANY_POLICIES } from "./make_policies.ts";
import { type ProcessTimes, timeProcess } from "../time_process.ts";

/** Program, and the arguments before those of a command. */
type Program = readonly [string, ...string[]];

const WARM_RUNS = 200;

const { values } = parseArgs({
  args: Deno.args,
  options: {
    runs: { type: "string", default: "15" },
    program: { type: "string" },
  },
});
const runs = Number(values.runs);
const folder = Deno.makeTempDirSync({ prefix: "dossier-" });
try {
  const [chain, many] = [`${folder}/chain`, `${folder}/many`];
  makeChain(chain);
  makeMany(many, MANY_POLICIES);
  const sources: Program = [Deno.execPath(), ...cliArguments()];
  const programs: readonly (readonly [string, Program])[] = [
    ["sources", sources],
    ...values.program === undefined ? [] : [["package", [values.program]] as const],
  ];
  const rows: string[][] = [];
  for (const [name, program] of programs) {
    const compose = ["compose", "--root", chain, "--profile", LEAF_PROFILE, "--for", "anthropic"];
    rows.push([`compose, ${name}`, ...await measureCold([...program, ...compose])]);
  }
  for (const [name, program] of programs) {
    const check = ["profile", "check", "--root", many];
    rows.push([`profile check, ${name}`, ...await measureCold([...program, ...check])]);
  }
  rows.push(["compose, warm", "", "", await measureWarm(chain), ""]);
  const head = ["what", "processor, ms", "× eval", "time, ms", "× eval"];
  print(markdownTable(head, rows));
} finally {
  Deno.removeSync(folder, { recursive: true });
}

/** Returns the medians of a program's processes, in turns with the empty one. */
async function measureCold([program = "", ...args]: readonly string[]) {
  const times: ProcessTimes[] = [];
  const empty: ProcessTimes[] = [];
  for (let run = 0; run <= runs; run++) {
    const pair = [
      await timeProcess(Deno.execPath(), ["eval", "0"]),
      await timeProcess(program, args),
    ] as const;
    // The first run is not counted, as it compiles the program.
    if (run === 0) continue;
    empty.push(pair[0]);
    times.push(pair[1]);
  }
  const median = (pick: (one: ProcessTimes) => number) => percentile(times.map(pick), 50);
  const ratio = (pick: (one: ProcessTimes) => number) =>
    percentile(times.map((one, at) => pick(one) / pick(empty[at]!)), 50).toFixed(1);
  const processor = ({ processorMs }: ProcessTimes) => processorMs;
  const wall = ({ wallMs }: ProcessTimes) => wallMs;
  return [
    ...[median(processor).toFixed(0), ratio(processor)],
    ...[median(wall).toFixed(0), ratio(wall)],
  ];
}

/**
 * Returns the median time of a composition in a long-running process with unchanged files, in
 * milliseconds.
 */
async function measureWarm(root: string): Promise<string> {
  const files = new ParsedFiles();
  const times: number[] = [];
  for (let run = 0; run < WARM_RUNS; run++) {
    const start = performance.now();
    const { blocks } = await composeProfile(
      { profile: LEAF_PROFILE },
      openPolicies({ root }, files),
    );
    times.push(performance.now() - start);
    assert.ok(blocks.length >= 60);
  }
  return percentile(times.slice(WARM_RUNS / 2), 50).toFixed(1);
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
