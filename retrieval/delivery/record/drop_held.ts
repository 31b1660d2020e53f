import type { FragmentCandidate, LineRange, Note, Omission, PassageCandidate } from "@dossier/core";
import { holdsLines, isBlankRange, isPassage, listGaps, sliceLines } from "@dossier/core/fragment";
import { highestScore, omitCandidate, type PackSection } from "@dossier/core/pack";
import { textHash } from "../../machine/mod.ts";
import type { Holdings } from "../state/holdings.ts";

/** Sections without what a session holds, and what that is. */
interface NewSections {
  /** As they were given, with fewer candidates. */
  readonly sections: readonly PackSection[];
  /** What the session holds, as `already_present`. */
  readonly omitted: readonly Omission[];
  /** Says which files that somebody named are among that. */
  readonly notes: readonly Note[];
}

/** What is said of lines of a file that has changed. */
const CHANGED = "Changed since it was sent; its lines that are missing here are unchanged.";

/** What is said of lines of a file that is as it was. */
const REST = "Its lines that are missing here were sent before.";

/** Files that are named in a note. */
const MAX_NAMED_FILES = 10;

/**
 * Returns the sections without the candidates that a session holds, unchanged, from earlier bundles; of one
 * that it holds in part the other lines, and where its file has changed those around them.
 *
 * @param options.cost Returns the tokens that a candidate would cost if it was shown again; may be a fraction.
 */
export async function dropHeld(
  sections: readonly PackSection[],
  { holdings, cost }: {
    readonly holdings: Holdings;
    readonly cost: (candidate: FragmentCandidate) => number;
  },
): Promise<NewSections> {
  const omitted = new Map<string, Omission>();
  const omit = (candidate: FragmentCandidate) => {
    const omission = omitCandidate(candidate, {
      tokens: cost(candidate),
      reason: "already_present",
    });
    // The ranking may propose what another section has as well, and name what it has itself.
    if (!omitted.has(omission.source)) omitted.set(omission.source, omission);
  };
  /** Candidates of which only a part is new, by path. */
  const tried = new Map<string, readonly LineRange[]>();
  /** Returns what of a candidate is new. */
  const findNew = async (
    candidate: FragmentCandidate,
    { ofOtherFiles = false }: Pick<PackSection, "ofOtherFiles">,
  ): Promise<readonly FragmentCandidate[]> => {
    if (await isHeld(candidate, holdings)) {
      omit(candidate);
      return [];
    }
    if (!isPassage(candidate)) return [candidate];
    const { path, startLine, endLine, document, instead } = candidate;
    if (instead !== undefined && !ofOtherFiles) return [candidate];
    if (candidate.ranges !== undefined && instead === undefined) {
      const { ranges, ...whole } = candidate;
      const parts: (readonly FragmentCandidate[])[] = [];
      // One after the other, as what is omitted is in the order in which it was looked at.
      for (const range of ranges) {
        parts.push(await findNew(toPart(whole, range), { ofOtherFiles }));
      }
      const isNew = parts.every((part, at) =>
        part.length === 1 && holdsLines(part[0]! as PassageCandidate, ranges[at]!)
      );
      return isNew ? [candidate] : parts.flat();
    }
    const found = await holdings.findNew({
      path,
      startLine,
      lines: document.lines.slice(startLine - 1, endLine),
      isFileEnd: endLine === document.lines.length,
    });
    if (found === undefined) return [candidate];
    // Who holds some lines of a file knows of it.
    if (ofOtherFiles) return [];
    const { isChanged } = found;
    // Blank lines tell nothing, unless they are what has changed.
    const ranges = found.ranges.filter((range) => isChanged || !isBlankRange(document, range));
    const earlier = tried.get(path) ?? [];
    tried.set(path, [...earlier, { startLine, endLine }]);
    // The ranking may propose a part of what another section has.
    if (!earlier.some((range) => holdsLines(range, candidate))) {
      listGaps(candidate, ranges).forEach((gap) => omit(toPart(candidate, gap)));
    }
    return ranges.map((range) => toPart(candidate, range, isChanged ? CHANGED : REST));
  };
  const kept: PackSection[] = [];
  const heldFiles = new Set<string>();
  for (const section of sections) {
    const candidates: FragmentCandidate[] = [];
    for (const candidate of section.candidates) {
      const fresh = await findNew(candidate, section);
      candidates.push(...fresh);
      if (fresh.length === 0 && section.isNamed && isPassage(candidate)) {
        heldFiles.add(candidate.path);
      }
    }
    // What is new is no better for being compared with less.
    kept.push({ ...section, candidates, bestScore: highestScore(section.candidates) });
  }
  return { sections: kept, omitted: [...omitted.values()], notes: noteHeld([...heldFiles]) };
}

/** Returns whether a session holds what a candidate tells: its lines, though they are only named. */
async function isHeld(candidate: FragmentCandidate, holdings: Holdings): Promise<boolean> {
  if (!isPassage(candidate)) {
    const fileHash = await textHash(candidate.forms[0].text);
    const lines = { path: candidate.source, startLine: 1, endLine: 1 };
    return await holdings.isHeld({ ...lines, contentHash: fileHash, fileHash });
  }
  const { path, startLine, endLine, instead, document } = candidate;
  const text = instead === undefined || instead.form === "reference"
    ? sliceLines(document, candidate)
    : instead.text;
  return await holdings.isHeld({ path, startLine, endLine, contentHash: await textHash(text) });
}

/** Returns a candidate for a range of another one. */
function toPart(
  { cheaper: _, ...candidate }: PassageCandidate,
  { startLine, endLine }: LineRange,
  told?: string,
): PassageCandidate {
  const remark = [candidate.remark, told].filter((part) => part !== undefined).join(" ");
  return { ...candidate, startLine, endLine, ...(remark === "" ? {} : { remark }) };
}

/** Returns the note that files are not shown as their reader has them, which no reader is to wonder at. */
function noteHeld(paths: readonly string[]): Note[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, MAX_NAMED_FILES);
  const more = paths.length - named.length;
  const names = [...named, ...(more === 0 ? [] : [`${more} more`])].join(", ");
  return [{
    code: "manifest-held",
    message: `Not shown again as the session already has their text: ${names}`,
  }];
}
