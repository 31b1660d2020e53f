import type { Retry } from "./retry.ts";

/** Characters of an error that are looked at, from its beginning and as many from its end. */
const ERROR_ENDS = 8000;

/** Files and hunks of a diff that are looked at. */
const MAX_HUNKS = 50;

const FILE_REGEXP = /^\+\+\+ (?:"?b\/)?([^\t\n"]+)"?/;
const HUNK_REGEXP = /^@@ -\d+(?:,\d+)? \+(\d+)/;

/**
 * Returns what a failed attempt says about where to look, as text for a query: its error, whose frames and
 * files the query's parser finds, and the places that its diff changed.
 *
 * The lines of a diff stay out: they are what was tried, and would count like words of the task.
 *
 * @example
 * ```ts
 * import { retryEvidence } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const diff = "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +7,4 @@\n-one\n+two\n";
 * assert.equal(retryEvidence({ diff, error: "TypeError: x" }), "TypeError: x\nsrc/a.ts:7");
 * ```
 */
export function retryEvidence({ diff = "", error = "" }: Retry): string {
  const isLong = error.length > 2 * ERROR_ENDS;
  const ends = isLong ? `${error.slice(0, ERROR_ENDS)}\n${error.slice(-ERROR_ENDS)}` : error;
  return [ends, ...listPlaces(diff)].filter((part) => part !== "").join("\n");
}

function listPlaces(diff: string): readonly string[] {
  const places: string[] = [];
  let path: string | undefined;
  for (const line of diff.split(/\r?\n/)) {
    const file = FILE_REGEXP.exec(line)?.[1];
    if (file !== undefined) path = file === "/dev/null" ? undefined : file.trim();
    const start = HUNK_REGEXP.exec(line)?.[1];
    if (start === undefined || path === undefined) continue;
    places.push(`${path}:${start}`);
    if (places.length === MAX_HUNKS) break;
  }
  return places;
}
