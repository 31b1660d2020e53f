import { PolicyError, type PolicyErrorCode } from "@dossier/core/policy";

/** A place of a text, both numbers 1-based. */
export interface ItemPlace {
  readonly line: number;
  readonly column: number;
}

/** A file that is read: how people are told of it, and what is wrong with one that can not be used. */
export interface ReadPlace {
  readonly path: string;
  readonly code: PolicyErrorCode;
  /** Gets a sentence for each part of the file that is passed over. */
  readonly warn: (sentence: string) => void;
}

/** Returns the error of a file in which something is wrong. */
export function placedError(
  { path, code }: Pick<ReadPlace, "path" | "code">,
  { line, column }: ItemPlace,
  reason: string,
): PolicyError {
  const rule = `line ${line}, column ${column} is wrong`;
  return new PolicyError(code, { action: `use "${path}"`, rule, state: reason });
}

/** Returns a place of a file for people. */
export function tellItemPlace({ path }: Pick<ReadPlace, "path">, place: ItemPlace): string {
  return `"${path}", line ${place.line}, column ${place.column}`;
}
