import { VERSION } from "@dossier/retrieval/light-machine";
import { type CommandAnswer, requestWarmEngine } from "./warm/request_warm_engine.ts";
import { writeAll } from "./terminal/write_all.ts";

/** Words that print the version, which needs no permissions. */
const VERSION_WORDS: readonly string[] = ["version", "--version", "-V"];

/**
 * Returns the exit code of the program run with `words` as its arguments. When a process with an
 * open index answers a command, this process loads only the code that sends the request.
 */
export async function main(words: readonly string[]): Promise<number> {
  const answer = VERSION_WORDS.includes(words[0] ?? "")
    ? { result: `dossier ${VERSION}\n`, messages: "", code: 0 }
    : await requestWarmEngine(words);
  if (answer === undefined) return await (await import("./program.ts")).runProgram(words);
  try {
    return print(answer);
  } catch (error) {
    const { runToExitCode } = await import("./program.ts");
    return await runToExitCode(() => Promise.reject(error));
  }
}

function print({ messages, result, code }: CommandAnswer): number {
  try {
    writeAll(Deno.stderr, messages);
  } catch {
    // Standard error is closed. The result is still valid.
  }
  writeAll(Deno.stdout, result);
  return code;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
