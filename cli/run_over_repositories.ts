import { openEngine } from "@dossier/retrieval/engine";
import { Workspace } from "@dossier/retrieval/workspace";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { FEATURES } from "@dossier/features";
import { INTERRUPTED, SUCCESS } from "./exit_code.ts";
import { invokedRepositories } from "./input/invoked_repositories.ts";
import { cacheFolder, callerFolder, invokedSpaces } from "./input/invoked_location.ts";
import { PROCESS_INPUT } from "./input/read_input.ts";
import { type OperationCommand, readOperationRequest } from "./input/read_request.ts";
import { createTerminal, printResult } from "./terminal/output.ts";
import { withProgress } from "./terminal/progress.ts";
import { renderAnswer } from "./terminal/render_answer.ts";

/**
 * Runs an operation over several repositories with the request of the user, prints the answer, and
 * returns the exit code.
 */
export async function runOverRepositories(
  command: OperationCommand,
  invocation: Invocation,
): Promise<number> {
  const { operation, binding } = command;
  const roots = await invokedRepositories(invocation);
  const request = {
    ...await readOperationRequest(command, invocation, PROCESS_INPUT),
    repositories: roots.map(({ name }) => name),
  };
  for (const { problem, holds } of operation.rules ?? []) {
    if (!holds(request)) throw new UsageError(`Cannot search several repositories: ${problem}`);
  }
  using opened = new DisposableStack();
  const members = [];
  for (const { name, path } of roots) {
    const engine = await openEngine({
      root: path,
      anyRoot: invocation.has("any-root"),
      cache: cacheFolder(),
      spaces: invokedSpaces(invocation),
      features: FEATURES,
    });
    members.push({ name, engine: opened.use(engine) });
  }
  const workspace = new Workspace(members);
  const startedMs = performance.now();
  const local = {
    folder: callerFolder(),
    cache: cacheFolder(),
    get stdin() {
      return Deno.stdin.readable;
    },
    // A program that guesses names gets only one map.
    guessNames: () => Promise.resolve(undefined),
  };
  const run = (call: object) =>
    (binding.execute ?? operation.run)(workspace, request, { ...call, local });
  const answer = binding.showsProgress ? await withProgress(run) : await run({});
  const seconds = (performance.now() - startedMs) / 1000;
  const terminal = createTerminal(invocation, { root: workspace.root, seconds });
  printResult(await renderAnswer(answer, binding, terminal));
  return binding.isStopped?.(answer, terminal) ? INTERRUPTED : SUCCESS;
}
