import type { CommandCaller, Invocation } from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { callerFolder, toAbsolutePath } from "./invoked_location.ts";

/**
 * Returns the caller of a command. Relative paths are resolved in `from`, by default in the folder
 * of this process.
 */
export function createCaller(invocation: Invocation, from?: string): CommandCaller {
  const toAbsolute = (path: string) => toAbsolutePath(path, from ?? callerFolder());
  return {
    ...invocation,
    resolvePath: toAbsolute,
    wholeNumber: (name, minimum) => parseWholeNumber(invocation.value(name), { name, minimum }),
    exists: (path) => isThere(toAbsolute(path)),
  };
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
