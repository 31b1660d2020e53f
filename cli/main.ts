import { askWarmEngine, type CommandAnswer } from "./warm/ask_warm_engine.ts";
import { writeAll } from "./terminal/write_all.ts";

/**
 * Returns the exit code of the program run with `words` as its arguments. A command that a process with the index open
 * answers loads nothing but what asks that process.
 */
export async function main(words: readonly string[]): Promise<number> {
  const answer = await askWarmEngine(words);
  if (answer === undefined) return await (await import("./program.ts")).runProgram(words);
  try {
    return print(answer);
  } catch (error) {
    const { finish } = await import("./program.ts");
    return await finish(() => Promise.reject(error));
  }
}

function print({ messages, result, code }: CommandAnswer): number {
  try {
    writeAll(Deno.stderr, messages);
  } catch {
    // Nobody listens: the result is not less right for it.
  }
  writeAll(Deno.stdout, result);
  return code;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
