import type { Engine } from "@dossier/retrieval";
import type { LocalCaller, RemoteCaller } from "@dossier/retrieval/operation";
import { callerNeededError } from "@dossier/retrieval/open-door";

/**
 * Returns the resources of a remote caller that an operation may use when this process answers a
 * command: neither its input nor a program.
 */
export function toLocalCaller({ folder, guessesNames }: RemoteCaller): LocalCaller {
  return {
    folder,
    cache: undefined,
    // The error is thrown when it is read, as a caller may pass it on without reading it.
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
