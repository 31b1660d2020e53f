/**
 * `deno task bench:behaviour`: records the answers of a program to 400 requests, and compares two
 * recordings. Without arguments it prints its usage.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BehaviourRequest } from "./behaviour_request.ts";
import { compareRecordings, readRecording } from "./compare_recordings.ts";
import { makeRequests } from "./make_requests.ts";
import { BEHAVIOUR_TREES, layOut } from "./trees.ts";

const USAGE = `Records what a program answers to 400 requests, and compares two recordings.

deno task bench:behaviour lay-out --clones DIR --trees DIR
    checks out five repositories from git clones DIR/OWNER+NAME/repo
deno task bench:behaviour record --program DIR --trees DIR --out FILE
    (--bench DIR | --requests FILE) [--state DIR] [--cluster URL]
    asks the dossier of a checkout; --bench has the .jsonl files that queries are taken from,
    --requests is a recording whose requests are asked again, --state keeps the indexes,
    --cluster is an OpenSearch node through which the indexes reach the engine that answers
deno task bench:behaviour compare BEFORE AFTER
    exits with 1 when an answer is different
`;

const { positionals: [command, ...files], values } = parseArgs({
  allowPositionals: true,
  options: {
    bench: { type: "string" },
    clones: { type: "string" },
    cluster: { type: "string" },
    out: { type: "string" },
    program: { type: "string" },
    requests: { type: "string" },
    state: { type: "string" },
    trees: { type: "string" },
  },
});

switch (command) {
  case "lay-out":
    for (const tree of BEHAVIOUR_TREES) {
      layOut(tree, { clones: path("clones"), trees: path("trees") });
    }
    break;
  case "record":
    await record();
    break;
  case "compare":
    compare(files);
    break;
  default:
    print(USAGE);
    Deno.exitCode = 2;
}

/** Sends all requests in a separate process, with the configuration of the recorded program. */
async function record(): Promise<void> {
  const [program, trees, out] = [path("program"), path("trees"), path("out")];
  const requests = values.requests === undefined
    ? BEHAVIOUR_TREES.flatMap((tree) => makeRequests(tree, { trees, bench: path("bench") }))
    : readRecording(path("requests")).map(({ request }): BehaviourRequest => request);
  const temporary = Deno.makeTempDirSync({ prefix: "dossier-behaviour-" });
  try {
    const state = values.state === undefined ? temporary : path("state");
    const requestsFile = join(temporary, "requests.json");
    Deno.writeTextFileSync(requestsFile, JSON.stringify(requests));
    const cluster = clusterOptions(values.cluster);
    const start = performance.now();
    const { success, stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-check", `--config=${program}/deno.json`],
        ...[`--lock=${program}/deno.lock`, "--frozen", "--no-prompt", "--allow-read"],
        ...["--allow-write", "--allow-env", "--allow-run=git", ...cluster.permissions],
        fileURLToPath(new URL("recorder.ts", import.meta.url)),
        ...[
          `--program=${program}`,
          `--trees=${trees}`,
          `--state=${state}`,
          `--requests=${requestsFile}`,
        ],
      ],
      env: cluster.environment,
      stderr: "inherit",
    }).output();
    if (!success) throw new Error("Cannot record as the program has failed");
    Deno.writeFileSync(out, stdout);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    print(`${requests.length} requests recorded in ${seconds} s\n`);
  } finally {
    Deno.removeSync(temporary, { recursive: true });
  }
}

/**
 * Returns the environment and the permissions of a program that keeps its indexes in a cluster,
 * under a separate prefix.
 */
function clusterOptions(node: string | undefined): {
  readonly permissions: readonly string[];
  readonly environment: Record<string, string>;
} {
  if (node === undefined) return { permissions: [], environment: {} };
  const prefix = `behaviour-${crypto.randomUUID()}`;
  return {
    permissions: [`--allow-net=${new URL(node).host}`, "--allow-sys=osRelease"],
    environment: { DOSSIER_OPENSEARCH: node, DOSSIER_OPENSEARCH_PREFIX: prefix },
  };
}

function compare([before = "", after = ""]: readonly string[]): void {
  const compared = compareRecordings(readRecording(before), readRecording(after));
  const { alike, requests, alikeTexts, texts, differences } = compared;
  for (const line of differences) print(`${line}\n`);
  print(`${alike} of ${requests} answers alike, ${alikeTexts} of ${texts} rendered texts\n`);
  Deno.exitCode = differences.length === 0 ? 0 : 1;
}

/** Returns the absolute path in an option. */
function path(name: keyof typeof values): string {
  const value = values[name];
  if (value !== undefined) return resolve(value);
  print(USAGE);
  Deno.exit(2);
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
