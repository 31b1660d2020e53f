import type { Location, Note, PassageSource, UnhashedFragment } from "@dossier/core";
import { sliceLines } from "@dossier/core/fragment";
import { containsMultilineSecret, mayContainSecret } from "@dossier/core/secret";
import { noteSecrets, SECRETS_MASKED } from "./mask_secrets.ts";

/** What is known of whether lines hold a secret, by the lines: the same are shown for many questions. */
const HOLDING = new WeakMap<readonly string[], Map<string, boolean>>();

/** Lines before and behind a passage that may hold the name of a secret in it, or its beginning. */
const LINES_AROUND = 8;

const MASK_REGEXP = /«masked: [\w-]+»/g;

/**
 * Returns whether a fragment may show a secret, or a part of one that begins before it or ends behind it; true
 * also where one is masked already.
 *
 * @param documents The files that it may be cut from, masked or not.
 */
export function mayShowSecret(
  { text, form, location, reasons = [] }: UnhashedFragment,
  documents: readonly PassageSource[],
): boolean {
  if ([...namesOf(location), ...reasons].some(mayContainSecret)) return true;
  // Lines are looked at with those around them.
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
 * Returns the notes about what is masked in fragments.
 *
 * @param files Paths of the files in which something is masked: others may hold the like of a mask.
 * @param notes What is known of how secrets were found.
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

/** Returns the name of what lines show, and of what that is in. */
function namesOf({ symbol = "", container = "" }: Partial<Location> = {}): readonly string[] {
  return [symbol, container];
}
