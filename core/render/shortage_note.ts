import { isPassage, type PassageCandidate } from "../fragment/candidate.ts";
import type { UnhashedFragment } from "../fragment/fragment.ts";
import type { Note } from "../pack/bundle.ts";
import type { PackSection } from "../pack/section.ts";

/** Code of the note about files of a manifest that do not fit. */
const SHORTAGE_CODE = "manifest-shortened";

/** Codes of notes about named files, which a reader would otherwise assume to be shown. */
const MANIFEST_CODES: ReadonlySet<string> = new Set([
  SHORTAGE_CODE,
  "manifest-file",
  "manifest-held",
]);

/** Returns the notes about named files, which come first in a text, and all others. */
export function splitNotes(
  notes: readonly Note[],
): { readonly ofManifest: readonly Note[]; readonly others: readonly Note[] } {
  return {
    ofManifest: notes.filter(({ code }) => MANIFEST_CODES.has(code)),
    others: notes.filter(({ code }) => !MANIFEST_CODES.has(code)),
  };
}

/**
 * Returns the note with the number of manifest files that are only named or missing; undefined when
 * all are shown at least in outline.
 *
 * @param sections All sections; only those with named candidates count.
 */
export function createShortageNote(
  sections: readonly PackSection[],
  fragments: readonly UnhashedFragment[],
): Note | undefined {
  const candidates = namedCandidates(sections);
  const files = filesOf(candidates);
  const wholly = new Set(
    candidates.flatMap(({ path, replacement }) => replacement?.form === "reference" ? path : []),
  );
  const byPath = Map.groupBy(fragments, ({ location }) => location?.path);
  let named = 0;
  let missing = 0;
  for (const path of files) {
    const shown = byPath.get(path);
    if (shown === undefined) missing++;
    // Duplicates, which have a remark, and files that only have to be named do not count.
    else if (
      !wholly.has(path) &&
      shown.some(({ form, remark }) => form === "reference" && remark === undefined)
    ) named++;
  }
  return named + missing === 0 ? undefined : toNote({ files: files.size, named, missing });
}

/**
 * Returns the longest possible note of {@link createShortageNote}, or undefined when there can be
 * none.
 */
export function createLongestShortageNote(sections: readonly PackSection[]): Note | undefined {
  const { size } = filesOf(namedCandidates(sections));
  return size === 0 ? undefined : toNote({ files: size, named: size, missing: size });
}

function namedCandidates(sections: readonly PackSection[]): readonly PassageCandidate[] {
  return sections.flatMap((section) => section.isNamed ? section.candidates.filter(isPassage) : []);
}

function filesOf(candidates: readonly PassageCandidate[]): ReadonlySet<string> {
  return new Set(candidates.map(({ path }) => path));
}

function toNote(
  { files, named, missing }: {
    readonly files: number;
    readonly named: number;
    readonly missing: number;
  },
): Note {
  const parts = [
    ...(named === 0 ? [] : [`${named} only named, in whole or in part`]),
    ...(missing === 0 ? [] : [`${missing} not even named`]),
  ];
  const count = files === 1 ? "the file" : `all ${files} files`;
  return {
    code: SHORTAGE_CODE,
    message: `The budget has no room for ${count} of the manifest: ${parts.join(", and ")}`,
  };
}
