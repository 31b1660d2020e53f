import { fileName } from "./file_name.ts";
import { type NameTerms, nameTerms } from "./name_match.ts";

/** What stands before the whole of a name. */
const WHOLE_MARK = "=";

/**
 * Returns the terms of a document's names as lines of text: the first of the name by which it is known,
 * one more for each name it defines. Taking names apart is most of the work of comparing them, so that
 * it is done when a document is indexed.
 *
 * @param document Path with `/`, and the names defined in it.
 *
 * @example
 * ```ts
 * import { encodeNames } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const names = encodeNames({ path: "src/uploads.py", definitions: ["retryUpload"] });
 * assert.equal(names, "upload\n=retryupload retri upload");
 * ```
 */
export function encodeNames(
  { path, definitions }: { readonly path: string; readonly definitions: readonly string[] },
): string {
  return [fileName(path), ...definitions].map((name) => encode(nameTerms(name))).join("\n");
}

function encode({ whole, pieces }: NameTerms): string {
  return (whole === undefined ? pieces : [WHOLE_MARK + whole, ...pieces]).join(" ");
}

/** Returns the terms in one line of {@link encodeNames}. */
export function decodeName(line: string): NameTerms {
  const [first = "", ...pieces] = line.split(" ");
  if (first.startsWith(WHOLE_MARK)) return { whole: first.slice(WHOLE_MARK.length), pieces };
  return { whole: undefined, pieces: first === "" ? pieces : [first, ...pieces] };
}
