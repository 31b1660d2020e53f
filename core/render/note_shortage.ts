import type { Note, Passage } from "../pack/bundle.ts";
import type { PackSection } from "../pack/pack_sections.ts";
import type { PassageCandidate } from "../pack/passage_candidate.ts";

/** Code of the note that says what of a manifest there is no room for. */
const SHORTAGE_CODE = "manifest-shortened";

/** Notes about files that somebody named: their reader takes them for read otherwise. */
const MANIFEST_CODES: ReadonlySet<string> = new Set([
  SHORTAGE_CODE,
  "manifest-file",
  "manifest-held",
]);

/** Returns notes about files that somebody named, which a text tells first, and all others, in order. */
export function splitNotes(
  notes: readonly Note[],
): { readonly ofManifest: readonly Note[]; readonly others: readonly Note[] } {
  return {
    ofManifest: notes.filter(({ code }) => MANIFEST_CODES.has(code)),
    others: notes.filter(({ code }) => !MANIFEST_CODES.has(code)),
  };
}

/**
 * Returns the note that says how many of the files that somebody named are only named, and how many not
 * even that; undefined when all are shown at least in outline.
 *
 * @param sections What could be shown; only those count whose candidates are named.
 */
export function noteShortage(
  sections: readonly PackSection[],
  passages: readonly Passage[],
): Note | undefined {
  const candidates = namedCandidates(sections);
  const files = filesOf(candidates);
  const wholly = new Set(
    candidates.flatMap(({ path, instead }) => instead?.form === "reference" ? path : []),
  );
  const byPath = Map.groupBy(passages, ({ path }) => path);
  let named = 0;
  let missing = 0;
  for (const path of files) {
    const shown = byPath.get(path);
    if (shown === undefined) missing++;
    // One that says the same as another file has a remark, and one that was to be named no need of text.
    else if (
      !wholly.has(path) &&
      shown.some(({ form, remark }) => form === "reference" && remark === undefined)
    ) named++;
  }
  return named + missing === 0 ? undefined : toNote({ files: files.size, named, missing });
}

/** Returns the note of {@link noteShortage} that takes most room; undefined when there can be none. */
export function longestShortage(sections: readonly PackSection[]): Note | undefined {
  const { size } = filesOf(namedCandidates(sections));
  return size === 0 ? undefined : toNote({ files: size, named: size, missing: size });
}

function namedCandidates(sections: readonly PackSection[]): readonly PassageCandidate[] {
  return sections.flatMap((section) => section.isNamed ? section.candidates : []);
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
