import type {
  Command,
  CommandContext,
  CommandResult,
  FeatureCommand,
} from "@dossier/retrieval/operation";
import { exitCodeOf, INTERRUPTED, SUCCESS, USAGE, WARNED } from "./exit_code.ts";

// deno-lint-ignore no-explicit-any
type Unknown = any;

const EXIT_CODES: Readonly<Record<Extract<CommandResult, string>, number>> = {
  done: SUCCESS,
  warned: WARNED,
  refused: USAGE,
  stopped: INTERRUPTED,
};

/** Returns the program's command for a command of a feature. */
export function toFeatureCommand(command: FeatureCommand): Command {
  return {
    ...command,
    options: command.options ?? [],
    async load() {
      const run = await (command as FeatureCommand<Unknown>).load();
      const { createCaller } = await import("./input/invoked_caller.ts");
      const place = await import("./input/invoked_location.ts");
      const { cacheFolder, invokedLocation } = place;
      const { escapeOnTerminal, printJson, printMessage, printResult } = await import(
        "./terminal/output.ts"
      );
      const { terminalWidth } = await import("./terminal/screen.ts");
      const printLine = (line: string) => printResult(`${line}\n`);
      return async (invocation) => {
        const context: CommandContext<Unknown> = {
          // These are getters, as not every command may read folders and variables.
          get root() {
            return realPath(place.invokedRoot(invocation));
          },
          get spaces() {
            return place.invokedSpaces(invocation);
          },
          async listRoots() {
            const { invokedRoots } = await import("./input/served_roots.ts");
            return invokedRoots(invocation).roots;
          },
          get state() {
            return invokedLocation(invocation).state;
          },
          get width() {
            return terminalWidth();
          },
          get cache() {
            return cacheFolder();
          },
          readInput: async (...args) =>
            await (await import("./input/read_input.ts")).readInput(...args),
          escape: escapeOnTerminal,
          report: (message) => printMessage(`dossier: ${message}`),
          print: printResult,
          printJson,
          async indexTree(path) {
            const { indexWithProgress } = await import("./terminal/index_with_progress.ts");
            const { openEngine } = await import("@dossier/retrieval");
            const anyRoot = invocation.has("any-root");
            using engine = await openEngine({ root: path, anyRoot, cache: cacheFolder() });
            const print = invocation.has("json") ? printMessage : printLine;
            return await indexWithProgress(engine, print);
          },
          onStop: async (listener) =>
            (await import("./terminal/stop_signals.ts")).onStopSignal(listener),
          openEngine: () => place.openInvokedEngine(invocation),
          loadFeatures: async () => (await import("@dossier/features")).FEATURES,
          openLog: () => place.openInvokedLog(invocation),
        };
        const end = await run(createCaller(invocation), context);
        return typeof end === "string" ? EXIT_CODES[end] : await exitCodeOf(end.failure);
      };
    },
  };
}

/** Returns the real path; a missing path is returned unchanged. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
