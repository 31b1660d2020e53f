import {
  type FragmentCandidate,
  isBlankRange,
  isPassage,
  type PassageCandidate,
  type PassageSource,
  sliceLines,
  toFragment,
} from "../fragment/candidate.ts";
import { POLICY_ROLES, type UnhashedFragment } from "../fragment/fragment.ts";
import { joinRanges, shownRanges } from "../fragment/elide.ts";
import { intersectRanges, type LineRange, overlapsLines } from "../fragment/lines.ts";
import { omitUndefined } from "../text/omit_undefined.ts";
import { floorShare } from "../plan/plan_task.ts";
import type { BundleSection, Omission } from "./bundle.ts";
import { DEFAULT_APPETITE, needThreshold } from "./appetite.ts";
import { packInOrder } from "./pack_in_order.ts";
import { highestScore, packRanked } from "./pack_ranked.ts";
import type { FragmentCost, Packed, PackSection, RuleOptions } from "./section.ts";

/** Fragments and omissions of {@link packSections}. */
export interface PackedSections extends Packed {
  /** Limit and use of each section. */
  readonly sections: readonly BundleSection[];
  /** Number of fragments up to the last one of a section with named candidates. */
  readonly named: number;
}

/**
 * Chooses fragments of several sections within one limit, each by its own rule. The sections are
 * packed in order. A section shows no lines that an earlier section shows; these lines are removed
 * from its candidates. Passages that touch become one passage with the role of the first, when both
 * have one position and the section of the first has enough tokens left.
 *
 * @returns Fragments in the order of their sections, and every candidate that no fragment covers.
 */
export function packSections(
  sections: readonly PackSection[],
  { limit, cost }: RuleOptions,
): PackedSections {
  const fragments: UnhashedFragment[] = [];
  const omitted: Omission[] = [];
  const documents = new Map<string, PassageSource>();
  const ends: PackedSection[] = [];
  let named = 0;
  let left = limit;
  /** Returns true when the section of a fragment may use a number of tokens for it. */
  const hasRoom = (at: number, tokens: number) => {
    const index = ends.findIndex(({ end }) => at < end);
    const owner = ends[index];
    if (owner === undefined) return true;
    const own = fragments.slice(ends[index - 1]?.end ?? 0, owner.end);
    return sumTokens(own) - fragments[at]!.tokens + tokens <= owner.limit;
  };
  for (const section of sections) {
    const kept = section.reserve === undefined ? 0 : floorShare(section.reserve.share, limit);
    const limitOfSection = Math.min(Math.max(0, left - kept), resolveLimit(section, limit));
    const { position = "before" } = section;
    const packed = packSection(section, {
      shown: fragments,
      limit: limitOfSection,
      left,
      // The position is part of the block's text.
      cost: position === "before" ? cost : (fragment) => cost({ ...fragment, position }),
    });
    for (const candidate of section.candidates) {
      if (isPassage(candidate)) documents.set(candidate.path, candidate.document);
    }
    for (const { position: _, ...rest } of packed.fragments) {
      const fragment = { ...rest, position };
      const at = fragments.findIndex((other) => isNeighbour(other, fragment, documents));
      const joined = at < 0 ? undefined : join(fragments[at]!, fragment, { documents, cost });
      if (joined !== undefined && hasRoom(at, joined.tokens)) fragments[at] = joined;
      else fragments.push({ ...fragment, rank: fragments.length + 1 });
    }
    left = limit - sumTokens(fragments);
    omitted.push(...packed.omitted);
    ends.push({
      section,
      limit: limitOfSection,
      end: fragments.length,
      omitted: packed.omitted,
    });
    if (section.isNamed === true) named = fragments.length;
  }
  // A later section may name a candidate that did not fit an earlier one.
  const references = new Set(
    fragments.filter(({ form }) => form === "reference").map(({ source }) => source),
  );
  return {
    fragments,
    omitted: omitted.map((one) =>
      references.has(one.source) ? { ...one, reason: "shortened" as const } : one
    ),
    named,
    sections: ends.map((one, at) =>
      toBundleSection(one, fragments.slice(ends[at - 1]?.end ?? 0, one.end))
    ),
  };
}

function sumTokens(fragments: readonly UnhashedFragment[]): number {
  return fragments.reduce((total, { tokens }) => total + tokens, 0);
}

function resolveLimit({ limit = Infinity }: PackSection, all: number): number {
  return typeof limit === "number" ? limit : floorShare(limit.share, all);
}

/**
 * Returns the fragments that the rule of a section chooses among the lines that are not shown yet.
 */
function packSection(
  section: PackSection,
  { shown, left, ...options }: RuleOptions & {
    readonly shown: readonly UnhashedFragment[];
    readonly left: number;
  },
): Packed {
  const { candidates, rule = "ranked", maxPassages = Infinity, relevanceFloor, isNamed } = section;
  const { quotas } = section;
  const paths = new Set(
    section.excludesShownFiles ? shown.map(({ location }) => location?.path) : [],
  );
  const remaining = candidates
    .filter((candidate) => !(isPassage(candidate) && paths.has(candidate.path)))
    .flatMap((candidate) => withoutShownLines(candidate, shown));
  if (rule === "best-value") {
    return packRanked(remaining, {
      ...options,
      ...omitUndefined({ quotas }),
      needThreshold: section.needThreshold ?? needThreshold(DEFAULT_APPETITE, options.limit),
      maxPassages: typeof maxPassages === "number" ? maxPassages : maxPassages(shown),
      // The threshold does not fall when the best candidates are shown already.
      bestScore: section.bestScore ?? highestScore(candidates),
    });
  }
  if (rule !== "ranked") {
    return packInOrder(remaining, { ...options, rule, left, cutsFirst: section.cutsFirst });
  }
  return packRanked(remaining, {
    ...options,
    bestScore: section.bestScore ?? highestScore(candidates),
    maxPassages: typeof maxPassages === "number" ? maxPassages : maxPassages(shown),
    ...omitUndefined({ relevanceFloor, isNamed }),
  });
}

/** Section with the end of its fragments. */
interface PackedSection extends Pick<Packed, "omitted"> {
  readonly section: PackSection;
  readonly limit: number;
  readonly end: number;
}

function toBundleSection(
  { section: { name, position = "before", rule = "ranked" }, limit, omitted }: PackedSection,
  fragments: readonly UnhashedFragment[],
): BundleSection {
  const isFull = omitted.some(({ reason }) => reason === "budget" || reason === "shortened");
  const isSated = omitted.some(({ reason }) => reason === "relevance");
  return {
    name,
    position,
    rule,
    limit: Math.max(0, Math.floor(limit)),
    used: sumTokens(fragments),
    fragments: fragments.length,
    ...(rule === "best-value" && (isFull || isSated) && { stop: isFull ? "budget" : "worth" }),
  };
}

/**
 * Returns true when two fragments have one position and only blank lines of a file between them.
 */
function isNeighbour(
  a: UnhashedFragment,
  b: UnhashedFragment,
  documents: ReadonlyMap<string, PassageSource>,
): boolean {
  const document = a.location && documents.get(a.location.path);
  if (document === undefined || a.location!.path !== b.location?.path) return false;
  if (a.position !== b.position) return false;
  // A fragment of a profile or a tier is not extended.
  if (a.role !== b.role && (POLICY_ROLES.has(a.role) || POLICY_ROLES.has(b.role))) return false;
  const startLine = Math.min(a.location!.endLine, b.location.endLine) + 1;
  const endLine = Math.max(a.location!.startLine, b.location.startLine) - 1;
  return isBlankRange(document, { startLine, endLine }) &&
    // Text that replaces lines has no neighbours.
    [a, b].every(({ text, location }) => text === sliceLines(document, location!) && text !== "");
}

/**
 * Returns one passage over both, with name and role of the first, when it does not cost more than
 * both.
 */
function join(
  first: UnhashedFragment,
  second: UnhashedFragment,
  { documents, cost }: {
    readonly documents: ReadonlyMap<string, PassageSource>;
    readonly cost: FragmentCost;
  },
): UnhashedFragment | undefined {
  const [one, other] = [first.location!, second.location!];
  const reasons = [...new Set([...first.reasons ?? [], ...second.reasons ?? []])];
  const joined: UnhashedFragment = {
    ...toFragment({
      ...first,
      ...one,
      startLine: Math.min(one.startLine, other.startLine),
      endLine: Math.max(one.endLine, other.endLine),
      ...(reasons.length === 0 ? {} : { reasons }),
      document: documents.get(one.path)!,
    }),
    position: first.position,
  };
  const spent = Math.ceil(cost(joined));
  if (spent > first.tokens + second.tokens) return undefined;
  return { ...joined, rank: first.rank, tokens: spent };
}

/** Returns the parts of a candidate whose lines no fragment shows in full. */
function withoutShownLines(
  candidate: FragmentCandidate,
  shown: readonly UnhashedFragment[],
): readonly FragmentCandidate[] {
  if (!isPassage(candidate)) return [candidate];
  const { path, role, replacement } = candidate;
  let parts: readonly PassageCandidate[] = [candidate];
  for (const { location, form, remark, edited } of shown) {
    if (location?.path !== path || form === "outline") continue;
    // A document that is cut within its only line shows part of the line.
    if (edited && location.startLine === location.endLine && role === "requested") continue;
    // A name covers only lines of another name, unless its remark states where the lines are shown.
    const isOnlyNamed = form === "reference" && remark === undefined;
    if (isOnlyNamed && replacement?.form !== "reference") continue;
    for (const range of shownRanges(location)) {
      parts = parts.flatMap((part) => withoutRange(part, range));
    }
  }
  return parts;
}

/** Returns the parts of a candidate outside of some lines. */
function withoutRange(part: PassageCandidate, range: LineRange): readonly PassageCandidate[] {
  if (!overlapsLines(part, range)) return [part];
  // Text that replaces lines has no parts.
  if (part.replacement !== undefined && part.replacement.form !== "reference") return [];
  return [
    { startLine: part.startLine, endLine: range.startLine - 1 },
    { startLine: range.endLine + 1, endLine: part.endLine },
  ].flatMap((rest): PassageCandidate[] => {
    const shown = intersectRanges(shownRanges(part), [rest]);
    if (shown.every((lines) => isBlankRange(part.document, lines))) return [];
    const { ranges: _, ...whole } = part;
    return [{ ...whole, ...(part.ranges === undefined ? rest : joinRanges(shown, part.document)) }];
  });
}
