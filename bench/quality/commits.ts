/**
 * `deno task bench:commits`: makes a set of queries with known answers from a folder of git clones,
 * for `deno task bench:quality`; `--help` prints the options.
 */

import { COMMITS_USAGE, parseCommitsArguments } from "./commits_arguments.ts";
import { makeCommitSet } from "./make_commit_set.ts";
import { printAnswer } from "./program.ts";

await printAnswer(async () => {
  const command = parseCommitsArguments(Deno.args);
  return command.kind === "help" ? COMMITS_USAGE : await makeCommitSet(command);
});
