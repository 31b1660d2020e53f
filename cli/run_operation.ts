import type { Invocation, LocalCaller } from "@dossier/retrieval/operation";
import { INTERRUPTED, SUCCESS } from "./exit_code.ts";
import {
  cacheFolder,
  callerFolder,
  invokedSpaces,
  namesSeveralRoots,
  openInvokedEngine,
} from "./input/invoked_location.ts";
import { PROCESS_INPUT } from "./input/read_input.ts";
import {
  type AnyCommandBinding,
  type OperationCommand,
  readOperationRequest,
} from "./input/read_request.ts";
import { createTerminal, printResult } from "./terminal/output.ts";
import { withProgress } from "./terminal/progress.ts";
import { renderAnswer } from "./terminal/render_answer.ts";

/** Runs an operation with the request of the user, prints the answer, and returns the exit code. */
export async function runOperation(
  command: OperationCommand,
  invocation: Invocation,
): Promise<number> {
  const { operation, binding } = command;
  if (operation.acceptsRepositories && namesSeveralRoots(invocation)) {
    // Imported only here, as most questions are about one repository.
    const { runOverRepositories } = await import("./run_over_repositories.ts");
    return await runOverRepositories(command, invocation);
  }
  const request = await readOperationRequest(command, invocation, PROCESS_INPUT);
  using engine = await openInvokedEngine(invocation, { spaces: invokedSpaces(invocation) });
  const startedMs = performance.now();
  const local = toLocalCaller(invocation, binding);
  const run = (call: object) =>
    (binding.execute ?? operation.run)(engine, request, { ...call, local });
  const answer = binding.showsProgress ? await withProgress(run) : await run({});
  const seconds = (performance.now() - startedMs) / 1000;
  const terminal = createTerminal(invocation, { root: engine.root, seconds });
  printResult(await renderAnswer(answer, binding, terminal));
  const isUsual = !invocation.has("state") && !invocation.has("any-root");
  if (operation.usesWarmEngine && isUsual && await engine.leavesWarm()) {
    const { startWarmEngine } = await import("./warm/start_warm_engine.ts");
    await startWarmEngine(engine.root);
  }
  return binding.isStopped?.(answer, terminal) ? INTERRUPTED : SUCCESS;
}

/** Returns resources that the user of this process has, but callers of a server lack. */
function toLocalCaller(invocation: Invocation, binding: AnyCommandBinding): LocalCaller {
  return {
    folder: callerFolder(),
    cache: cacheFolder(),
    get stdin() {
      return Deno.stdin.readable;
    },
    async guessNames(engine, request) {
      if (!binding.guessesNames) return undefined;
      const { guessInvokedNames } = await import("./input/guess_invoked_names.ts");
      return await guessInvokedNames(engine, { invocation, ...request });
    },
  };
}
