import type { FragmentCandidate, LineRange, Note, Omission, PassageCandidate } from "@dossier/core";
import {
  containsLines,
  isBlankRange,
  isPassage,
  listGaps,
  sliceLines,
} from "@dossier/core/fragment";
import { highestScore, omitCandidate, type PackSection } from "@dossier/core/pack";
import { textHash } from "../../machine/mod.ts";
import type { Holdings } from "../state/holdings.ts";

/** Sections without passages that the session has, and the omitted passages. */
interface NewSections {
  /** The sections in the given order, with fewer candidates. */
  readonly sections: readonly PackSection[];
  /** Passages that the session has, with the reason `already_present`. */
  readonly omitted: readonly Omission[];
  /** Note about named files that are not repeated. */
  readonly notes: readonly Note[];
}

/** Reason of shown lines of a changed file. */
const CHANGED_REASON = "Changed since it was sent; its lines that are missing here are unchanged.";

/** Reason of shown lines of an unchanged file. */
const REST_REASON = "Its lines that are missing here were sent before.";

/** Maximum number of files that a note names. */
const MAX_NAMED_FILES = 10;

/**
 * Returns the sections without candidates that the session received in earlier bundles and that
 * have not changed. When the session has a part of a candidate, the remaining lines are kept. When
 * the file has changed, the lines around them are kept as well.
 *
 * @param options.cost Returns the number of tokens of a candidate if it were shown again; may be a
 * fraction.
 */
export async function omitHeld(
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
    // The ranking may propose a candidate of another section, and name its own candidates.
    if (!omitted.has(omission.source)) omitted.set(omission.source, omission);
  };
  /** New parts of candidates, by path. */
  const tried = new Map<string, readonly LineRange[]>();
  /** Returns the new parts of a candidate. */
  const findNew = async (
    candidate: FragmentCandidate,
    { excludesShownFiles = false }: Pick<PackSection, "excludesShownFiles">,
  ): Promise<readonly FragmentCandidate[]> => {
    if (await isHeld(candidate, holdings)) {
      omit(candidate);
      return [];
    }
    if (!isPassage(candidate)) return [candidate];
    const { path, startLine, endLine, document, replacement } = candidate;
    if (replacement !== undefined && !excludesShownFiles) return [candidate];
    if (candidate.ranges !== undefined && replacement === undefined) {
      const { ranges, ...whole } = candidate;
      const parts: (readonly FragmentCandidate[])[] = [];
      // Sequential, so that omissions are in the order in which candidates are checked.
      for (const range of ranges) {
        parts.push(await findNew(toPart(whole, range), { excludesShownFiles }));
      }
      const isNew = parts.every((part, at) =>
        part.length === 1 && containsLines(part[0]! as PassageCandidate, ranges[at]!)
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
    // A session with some lines of a file knows the file.
    if (excludesShownFiles) return [];
    const { isChanged } = found;
    // Blank lines are not worth showing, unless they are the change.
    const ranges = found.ranges.filter((range) => isChanged || !isBlankRange(document, range));
    const earlier = tried.get(path) ?? [];
    tried.set(path, [...earlier, { startLine, endLine }]);
    // The ranking may propose a part of a candidate of another section.
    if (!earlier.some((range) => containsLines(range, candidate))) {
      listGaps(candidate, ranges).forEach((gap) => omit(toPart(candidate, gap)));
    }
    return ranges.map((range) =>
      toPart(candidate, range, isChanged ? CHANGED_REASON : REST_REASON)
    );
  };
  const remaining: PackSection[] = [];
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
    // The remaining candidates are still compared with the best one of all.
    remaining.push({ ...section, candidates, bestScore: highestScore(section.candidates) });
  }
  return { sections: remaining, omitted: [...omitted.values()], notes: noteHeld([...heldFiles]) };
}

/**
 * Returns true when a session has all lines of a candidate, even if the candidate only names them.
 */
async function isHeld(candidate: FragmentCandidate, holdings: Holdings): Promise<boolean> {
  if (!isPassage(candidate)) {
    const fileHash = await textHash(candidate.forms[0].text);
    const lines = { path: candidate.source, startLine: 1, endLine: 1 };
    return await holdings.isHeld({ ...lines, contentHash: fileHash, fileHash });
  }
  const { path, startLine, endLine, replacement, document } = candidate;
  const text = replacement === undefined || replacement.form === "reference"
    ? sliceLines(document, candidate)
    : replacement.text;
  return await holdings.isHeld({ path, startLine, endLine, contentHash: await textHash(text) });
}

/** Returns a candidate for a part of the range of another one. */
function toPart(
  { cheaper: _, ...candidate }: PassageCandidate,
  { startLine, endLine }: LineRange,
  reason?: string,
): PassageCandidate {
  const remark = [candidate.remark, reason].filter((part) => part !== undefined).join(" ");
  return { ...candidate, startLine, endLine, ...(remark === "" ? {} : { remark }) };
}

/** Returns the note that named files are not repeated, so that no reader misses them. */
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
