import assert from "node:assert/strict";
import type { OpenSearchCluster } from "./open_search_cluster.ts";
import type { RunOptions, RunResult, TempWorkspace } from "./temp_workspace.ts";

/** Times and durations, which differ from answer to answer. */
const TIMES_REGEXP = /"(?:updatedAt|indexedAt|createdAt|at|time)": "[^"]*"|"seconds": [\d.e-]+/g;

/** Files of a small repository, about which {@link QUESTIONS} are. */
export const UPLOAD_FILES: Readonly<Record<string, string>> = {
  "src/queue.ts":
    "import { send } from './send.ts';\n\nexport class UploadQueue {\n  /** Retries a failed upload. */\n" +
    "  retry(): void {\n    send(this);\n  }\n}\n",
  "src/send.ts": "export function send(queue: unknown): void {\n  console.log(queue);\n}\n",
  "tests/queue_test.ts":
    "import { UploadQueue } from '../src/queue.ts';\n\nnew UploadQueue().retry();\n",
  "docs/upload.md":
    "# Uploads\n\nA failed upload is retried by the `UploadQueue`.\n\n## Limits\n\nThree tries.\n",
};

/** Commands of every kind, whose answers are the same from equal indexes. */
export const QUESTIONS: readonly (readonly string[])[] = [
  ["search", "--json", "retry a failed upload"],
  ["search", "--json", "UploadQueue.retry", "--names", "drainQueue send"],
  ["explain", "--json", "why does src/queue.ts:5 send twice"],
  ["context", "--json", "--no-record", "change how often uploads are retried"],
  ["map", "--json"],
  ["outline", "--json", "src/queue.ts"],
  ["callers", "--json", "send"],
  ["tests", "--json", "UploadQueue"],
  ["related", "--json", "src/queue.ts:3"],
];

/** Returns the options by which a command finds a cluster, may reach it, and nothing else. */
export function reachCluster(
  { config }: OpenSearchCluster,
  more: Readonly<Record<string, string>> = {},
): RunOptions & { readonly reaches: string } {
  const [node = ""] = config.nodes;
  return {
    environment: { DOSSIER_OPENSEARCH: node, DOSSIER_OPENSEARCH_PREFIX: config.prefix, ...more },
    reaches: new URL(node).host,
  };
}

/** Runs a command that must exit with 0. */
export async function succeed(
  workspace: TempWorkspace,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const run = await workspace.run(args, options);
  assert.equal(run.code, 0, `${args.join(" ")}: ${run.stderr}`);
  return run;
}

/**
 * Returns the answers to {@link QUESTIONS}, without what differs from run to run.
 *
 * @param args Options that all commands are given.
 * @param varying Texts that differ between machines, such as paths; each is replaced by its position.
 */
export async function answerQuestions(
  workspace: TempWorkspace,
  args: readonly string[],
  { varying, ...options }: RunOptions & { readonly varying: readonly string[] },
): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const question of QUESTIONS) {
    const { stdout } = await succeed(workspace, [...question, ...args], options);
    let answer = stdout.replaceAll(TIMES_REGEXP, "");
    varying.forEach((text, i) => answer = answer.replaceAll(text, `VARYING${i}`));
    answers.push(answer);
  }
  return answers;
}
