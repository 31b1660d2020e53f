import type { Location, Note, PassageSource, UnhashedFragment } from "@dossier/core";
import { sliceLines } from "@dossier/core/fragment";
import { containsMultilineSecret, mayContainSecret } from "@dossier/core/secret";
import { noteSecrets, SECRETS_MASKED } from "./mask_secrets.ts";

/**
 * Cached results of the search for secrets, by lines: the same ones are shown for many questions.
 */
const HOLDING = new WeakMap<readonly string[], Map<string, boolean>>();

/**
 * Number of lines before and after a passage that may contain the name of a secret in it, or its
 * beginning.
 */
const LINES_AROUND = 8;

const MASK_REGEXP = /«masked: [\w-]+»/g;

/**
 * Returns true when a fragment may show a secret, or a part of one that begins before it or ends
 * after it, or when it has a mask already.
 *
 * @param documents Files that it may be cut from, masked or not.
 */
export function mayShowSecret(
  { text, form, location, reasons = [] }: UnhashedFragment,
  documents: readonly PassageSource[],
): boolean {
  if ([...namesOf(location), ...reasons].some(mayContainSecret)) return true;
  // Lines are searched together with those around them.
  if ((form === "outline" || location === undefined) && mayContainSecret(text)) return true;
  if (location === undefined) return false;
  const { startLine, endLine } = location;
  return documents.some((document) => {
    if (document.masked !== undefined) return document.masked.size > 0;
    const around = {
      startLine: Math.max(startLine - LINES_AROUND, 1),
      endLine: endLine + LINES_AROUND,
    };
    const known = HOLDING.getOrInsertComputed(document.lines, () => new Map());
    const isHolding = (place: string, look: () => boolean) =>
      known.getOrInsertComputed(place, look);
    return isHolding(
      `${startLine}-${endLine}`,
      () => mayContainSecret(sliceLines(document, around)),
    ) ||
      isHolding("wide", () => containsMultilineSecret(document.lines));
  });
}

/**
 * Returns the notes about masked secrets in fragments.
 *
 * @param files Paths of the files with masked secrets: other files may contain text that looks like
 * a mask.
 * @param notes Notes of the search for secrets.
 */
export function noteMasked(
  fragments: readonly UnhashedFragment[],
  { files, notes }: { readonly files: ReadonlySet<string>; readonly notes: readonly Note[] },
): Note[] {
  const masked = fragments.flatMap(({ source, location, text, reasons = [] }) => {
    const { path = source } = location ?? {};
    return [location === undefined || files.has(path) ? text : "", ...namesOf(location), ...reasons]
      .flatMap((words) => words.match(MASK_REGEXP) ?? [])
      .map(() => path);
  });
  const ofDetector = notes.filter(({ code }) => code !== SECRETS_MASKED);
  return masked.length === 0 ? ofDetector : [noteSecrets(masked), ...ofDetector];
}

/** Returns the name of the definition of the lines, and of its container. */
function namesOf({ symbol = "", container = "" }: Partial<Location> = {}): readonly string[] {
  return [symbol, container];
}
