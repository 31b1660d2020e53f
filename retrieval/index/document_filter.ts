import { openGlobs } from "../tree/mod.ts";
import type { DocumentFacts } from "@dossier/core/rank";
import type { DocumentFilter } from "./index_reader.ts";

/** Says whether a document passes a filter. */
export type DocumentMatcher = (document: DocumentFacts) => boolean;

/**
 * Returns the matcher for a filter, or undefined when the filter lets everything pass.
 *
 * @param isServed Returns whether the document at a path may pass at all; all may without it.
 * @param isThere Returns whether there is a document at a path, or in a folder there; see {@link openGlobs}.
 */
export async function openDocumentMatcher(
  filter: DocumentFilter = {},
  { isServed, isThere }: {
    readonly isServed?: ((path: string) => boolean) | undefined;
    readonly isThere?: (path: string) => boolean;
  } = {},
): Promise<DocumentMatcher | undefined> {
  const checks: DocumentMatcher[] = [];
  const { paths, languages, kind, ofAnyKind } = filter;
  if (kind !== undefined) {
    checks.push((document) => document.kind === kind || ofAnyKind?.has(document.path) === true);
  }
  if (languages !== undefined && languages.length > 0) {
    const names = new Set(languages.map((language) => language.toLowerCase()));
    checks.push((document) => names.has(document.language));
  }
  if (paths !== undefined && paths.length > 0) {
    const matchesPath = await openGlobs(paths, isThere);
    checks.push(({ path }) => matchesPath(path));
  }
  if (isServed !== undefined) checks.push(({ path }) => isServed(path));
  if (checks.length === 0) return undefined;
  return (document) => checks.every((check) => check(document));
}
