import type { CommandCaller, Invocation } from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { absolute } from "./invoked_place.ts";

/** Returns what a command needs to know of where it was called. */
export function openCaller(invocation: Invocation): CommandCaller {
  return {
    ...invocation,
    absolute: (path) => absolute(path),
    wholeNumber: (name, minimum) => parseWholeNumber(invocation.value(name), { name, minimum }),
    isThere: (path) => isThere(absolute(path)),
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
