import type { Engine } from "@dossier/retrieval";
import type { LocalCaller, RemoteCaller } from "@dossier/retrieval/operation";
import { callerNeededError } from "@dossier/retrieval/open-door";

/**
 * Returns what an operation may use of somebody whose command was left to this process: no input of theirs, and no
 * program.
 */
export function toLocalCaller({ folder, guessesNames }: RemoteCaller): LocalCaller {
  return {
    folder,
    cache: undefined,
    // It is refused when it is read: who only passes it on may have no use for it.
    stdin: new ReadableStream({
      pull() {
        throw callerNeededError("it reads standard input");
      },
    }, { highWaterMark: 0 }),
    async guessNames(engine: Engine) {
      if (guessesNames && (await engine.namesCommand()).trim() !== "") {
        throw callerNeededError("a program is to guess names");
      }
      return undefined;
    },
  };
}
