import type { Command, Invocation } from "../command.ts";
import { SHELLS } from "../completions.ts";
import { SUCCESS } from "../exit_code.ts";
import { printResult } from "../output.ts";
import { UsageError } from "../usage_error.ts";

/** Prints the completion script of the shell that is named. */
export function runCompletions(
  { words }: Invocation,
  commands: readonly Command[],
): Promise<number> {
  const [shell = ""] = words;
  const render = SHELLS.get(shell);
  if (render === undefined || words.length > 1) {
    const names = [...SHELLS.keys()].join(", ");
    throw new UsageError(`Cannot write completions for "${words.join(" ")}": there are ${names}`);
  }
  printResult(render(commands));
  return Promise.resolve(SUCCESS);
}
