import type {
  Command,
  CommandDesk,
  CommandEnd,
  FeatureCommand,
} from "@dossier/retrieval/operation";
import { SUCCESS, USAGE, WARNED } from "./exit_code.ts";

// deno-lint-ignore no-explicit-any
type Unknown = any;

const EXIT_CODES: Readonly<Record<CommandEnd, number>> = {
  done: SUCCESS,
  warned: WARNED,
  refused: USAGE,
};

/** Returns the command of the program that runs one of a feature. */
export function toFeatureCommand(command: FeatureCommand): Command {
  return {
    ...command,
    options: command.options ?? [],
    async load() {
      const run = await (command as FeatureCommand<Unknown>).load();
      const { openCaller } = await import("./input/invoked_caller.ts");
      const { cacheFolder, invokedPlace, invokedRoot, invokedSpaces, openInvokedEngine } =
        await import(
          "./input/invoked_place.ts"
        );
      const { escapeOnTerminal, printJson, printMessage, printResult } = await import(
        "./terminal/output.ts"
      );
      const { terminalWidth } = await import("./terminal/layout.ts");
      return async (invocation) => {
        const desk: CommandDesk<Unknown> = {
          // Asked for only where it is needed: not every command may read folders and variables.
          get root() {
            return realPath(invokedRoot(invocation));
          },
          get spaces() {
            return invokedSpaces(invocation);
          },
          get state() {
            return invokedPlace(invocation).state;
          },
          get width() {
            return terminalWidth();
          },
          get cache() {
            return cacheFolder();
          },
          readInput: async (...asked) =>
            await (await import("./input/read_input.ts")).readInput(...asked),
          escape: escapeOnTerminal,
          tell: (message) => printMessage(`dossier: ${message}`),
          print: printResult,
          printJson,
          openEngine: () => openInvokedEngine(invocation),
        };
        return EXIT_CODES[await run(openCaller(invocation), desk)];
      };
    },
  };
}

/** Returns a path without links; one of nothing stays as it is. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
