import {
  type CheaperForm,
  cheaperForms,
  type FragmentCandidate,
  isPassage,
  toFragment,
  toReference,
} from "../fragment/candidate.ts";
import { joinRanges } from "../fragment/elide.ts";
import { EARLY_THRESHOLD } from "./appetite.ts";
import type { OmissionReason } from "./bundle.ts";
import { GroupQuotas } from "./group_quotas.ts";
import {
  omitCandidate,
  type Packed,
  type PackSection,
  rankFragments,
  type RuleOptions,
} from "./section.ts";
import {
  covers,
  isOutlineOver,
  mergeSlots,
  overlaps,
  represents,
  type Slot,
  sourceKeyOf,
  touches,
} from "./slot.ts";

/** Options of {@link packRanked}; see {@link PackSection} for the inherited ones. */
export interface RankedOptions
  extends RuleOptions, Pick<PackSection, "relevanceFloor" | "bestScore" | "isNamed" | "quotas"> {
  /** Minimum probability of need of a candidate; absent to use scores. */
  readonly needThreshold?: number;
  /** Maximum number of fragments. @default no limit */
  readonly maxPassages?: number;
}

/**
 * Minimum share of the best score. Candidates below it mostly dilute the bundle. Measured with 421
 * queries: above this share are 99 % of the needed files, with 18 other files per query. Above .5
 * are 97.5 %, with 11 other files, but hardly a second passage of the best file, because its score
 * is halved.
 */
const RELEVANCE_FLOOR = 0.4;

/** Minimum number of remaining tokens for which lines of a passage are chosen. */
const MIN_ELIDED = 100;

/**
 * Minimum number of lines of a duplicate: shorter equal text (a licence line, closing brackets) is
 * not worth a remark.
 */
const DUPLICATE_MIN_LINES = 5;

/**
 * Chooses ranked candidates within a limit.
 *
 * Every file gets its best passage before any gets a second one. In that order each candidate that
 * fits is shown and each that does not is skipped, so a later, smaller one may still fit.
 * Candidates of one file that touch, overlap or have only blank lines between them become one
 * passage. A candidate that does not fit is shown in a cheaper form that does. A named candidate is
 * then shown by its path and lines, for which tokens are reserved from the start.
 *
 * @param candidates Candidates, best first.
 * @returns Every candidate, either inside a fragment or among the omissions.
 * @throws {RangeError} When the range of a candidate is not inside its file.
 */
export function packRanked(
  candidates: readonly FragmentCandidate[],
  options: RankedOptions,
): Packed {
  candidates.forEach(checkRange);
  const { cost, isNamed = false } = options;
  const bestScore = options.bestScore ?? highestScore(candidates);
  const names = isNamed ? candidates.map((candidate) => cost(toReference(candidate))) : [];
  const packer = new SectionPacker({ ...options, bestScore }, names);
  const reasons = new Map<number, OmissionReason>();
  const { limit, needThreshold } = options;
  const likely = candidates.filter(({ needProbability = 1 }) =>
    needProbability >= (needThreshold ?? 0)
  );
  const quotas = GroupQuotas.open(likely, { quotas: options.quotas, limit });
  const order = needThreshold === undefined ? interleaveByFile(candidates) : [...candidates.keys()];
  // Candidates that exceed a quota are shown after all other candidates.
  const postponed: number[] = [];
  const postponeOverQuota = (candidate: FragmentCandidate, position: number) => {
    if (quotas === undefined || (candidate.needProbability ?? 1) < (needThreshold ?? 0)) {
      return false;
    }
    if (quotas.allows(candidate, cost(toFragment(candidate)), limit - packer.used)) return false;
    postponed.push(position);
    return true;
  };
  const showAt = (position: number) => {
    const candidate = candidates[position]!;
    packer.releaseReserved(names[position] ?? 0);
    const before = packer.used;
    const reason = packer.show(candidate, position);
    quotas?.record(candidate, packer.used - before);
    if (reason === undefined) return;
    const isNamedNow = isNamed && reason !== "shortened" &&
      packer.name(candidate, position, reason);
    if (!isNamedNow) reasons.set(position, reason);
  };
  for (const position of order) {
    if (!postponeOverQuota(candidates[position]!, position)) showAt(position);
  }
  for (const position of postponed) showAt(position);
  const chosen = packer.slots().sort((a, b) => a.position - b.position);
  return {
    fragments: rankFragments(chosen.map(({ fragment }) => fragment)),
    omitted: candidates.flatMap((candidate, position) => {
      const reason = reasons.get(position);
      if (reason === undefined) return [];
      const tokens = packer.costs.get(position) ?? cost(toFragment(candidate));
      return [omitCandidate(candidate, { reason, tokens })];
    }),
  };
}

/** Returns the best score of some candidates; 0 for none. */
export function highestScore(candidates: readonly FragmentCandidate[]): number {
  return candidates.reduce((highest, { score }) => Math.max(highest, score), 0);
}

/** Packer of one section, with its fragments so far. */
class SectionPacker {
  /** Costs of candidates on their own, by position, as far as computed. */
  readonly costs = new Map<number, number>();
  readonly #options: RankedOptions & { readonly bestScore: number };
  readonly #slots = new Map<string, readonly Slot[]>();
  /** Source key of each shown text. */
  readonly #sourceOfText = new Map<string, string>();
  #used = 0;
  /** Tokens that are reserved for the names of the remaining candidates. */
  #reserved: number;

  constructor(
    options: RankedOptions & { readonly bestScore: number },
    names: readonly number[],
  ) {
    this.#options = options;
    this.#reserved = names.reduce((total, tokens) => total + tokens, 0);
  }

  /** Tokens of the fragments so far. */
  get used(): number {
    return this.#used;
  }

  slots(): Slot[] {
    return [...this.#slots.values()].flat();
  }

  /** Releases the tokens that were reserved for a name. */
  releaseReserved(tokens: number): void {
    this.#reserved -= tokens;
  }

  /** Shows a candidate, or returns the reason why it cannot be shown in full. */
  show(candidate: FragmentCandidate, position: number): OmissionReason | undefined {
    const {
      cost,
      bestScore,
      relevanceFloor = RELEVANCE_FLOOR,
      maxPassages = Infinity,
      needThreshold,
    } = this.#options;
    if (needThreshold === undefined) {
      if (bestScore > 0 && candidate.score < relevanceFloor * bestScore) return "relevance";
    } else if (
      (candidate.needProbability ?? 1) <
        needThreshold * (this.#isPastEarlyThreshold() ? 1 : EARLY_THRESHOLD.thresholdShare)
    ) {
      const isBest = this.#slots.size === 0 && candidate.score >= bestScore;
      if (!isBest) return "relevance";
    }
    if (candidate.copyOf !== undefined) return "duplicate";
    const slot = { position, candidate, fragment: toFragment(candidate) };
    const { fragment } = slot;
    const sourceKey = sourceKeyOf(candidate);
    const isComparable = countLines(candidate) >= DUPLICATE_MIN_LINES;
    if (isComparable && (this.#sourceOfText.get(fragment.text) ?? sourceKey) !== sourceKey) {
      return "duplicate";
    }

    const sameFile = this.#slots.get(sourceKey) ?? [];
    // Lines of an outline cannot be shown again, not even in full.
    if (sameFile.some((old) => isOutlineOver(old, fragment))) return "budget";
    const neighbours = sameFile.filter((old) => touches(old, slot));
    const merged = neighbours.reduce(mergeSlots, slot);
    const isInside = neighbours.some((old) => covers(old.fragment, fragment));
    const count = this.slots().length - neighbours.length;
    if (!isInside && count >= maxPassages) return "limit";
    const tokens = isInside ? 0 : cost(merged.fragment);
    if (neighbours.length === 0) this.costs.set(position, tokens);
    if (isInside || this.#place(merged, { tokens, replaced: neighbours })) {
      if (isComparable) this.#sourceOfText.set(fragment.text, sourceKey);
      return undefined;
    }
    if (sameFile.some((old) => overlaps(old.fragment, fragment))) return "budget";
    return this.#showCheaper(slot) ? "shortened" : "budget";
  }

  /** Returns true when the candidate is named, or when a fragment represents its lines already. */
  name(candidate: FragmentCandidate, position: number, reason: OmissionReason): boolean {
    const fragment = toReference(candidate);
    const sameFile = this.#slots.get(sourceKeyOf(candidate)) ?? [];
    if (sameFile.some((old) => represents(old, fragment))) return true;
    // The file with the same text is shown.
    const original = reason === "duplicate"
      ? this.#sourceOfText.get(toFragment(candidate).text)
      : undefined;
    const withRemark = original === undefined
      ? fragment
      : { ...fragment, remark: `The same text as ${original}.` };
    return [withRemark, fragment].some((reference) =>
      this.#place(
        { position, candidate, fragment: reference },
        { tokens: this.#options.cost(reference) },
      )
    );
  }

  /** Returns true when more than the first share of the limit is used. */
  #isPastEarlyThreshold(): boolean {
    return this.#used >= EARLY_THRESHOLD.limitShare * this.#options.limit;
  }

  #showCheaper(slot: Slot): boolean {
    const { limit, cost } = this.#options;
    // Not even a heading fits, so no cheaper form needs to be computed.
    if (this.#used + cost({ ...slot.fragment, text: "" }) > limit - this.#reserved) return false;
    // A text is read once and only here, as it may be computed on demand.
    const remaining = limit - this.#reserved - this.#used;
    return cheaperForms(slot.candidate).some((form) => {
      // Choosing the best lines takes long, and hardly any of them would fit.
      if (form.form === "snippet" && remaining < MIN_ELIDED) return false;
      const candidate = toCheaper(slot.candidate, form);
      if (candidate === undefined) return false;
      const fragment = toFragment(candidate);
      if (fragment.text.length >= slot.fragment.text.length) return false;
      const isOutline = form.form === "outline";
      return this.#place({ ...slot, ...(isOutline ? {} : { candidate }), fragment }, {
        tokens: cost(fragment),
      });
    });
  }

  /** Replaces `replaced` by `slot`, which costs `tokens`, when the change fits. */
  #place(
    slot: Slot,
    { tokens, replaced = [] }: { readonly tokens: number; readonly replaced?: readonly Slot[] },
  ): boolean {
    const freed = replaced.reduce((total, { fragment }) => total + fragment.tokens, 0);
    if (!(this.#used - freed + tokens <= this.#options.limit - this.#reserved)) return false;
    this.#used += tokens - freed;
    const sourceKey = sourceKeyOf(slot.candidate);
    const others = (this.#slots.get(sourceKey) ?? []).filter((old) => !replaced.includes(old));
    this.#slots.set(sourceKey, [...others, { ...slot, fragment: { ...slot.fragment, tokens } }]);
    return true;
  }
}

function countLines(candidate: FragmentCandidate): number {
  return isPassage(candidate)
    ? candidate.endLine - candidate.startLine + 1
    : candidate.forms[0].text.split("\n").length;
}

/** Returns the positions of all first candidates of a file, then all second ones, and so on. */
function interleaveByFile(candidates: readonly FragmentCandidate[]): number[] {
  const seen = new Map<string, number>();
  const rounds: number[][] = [];
  candidates.forEach((candidate, position) => {
    const sourceKey = sourceKeyOf(candidate);
    const round = seen.get(sourceKey) ?? 0;
    seen.set(sourceKey, round + 1);
    (rounds[round] ??= []).push(position);
  });
  return rounds.flat();
}

/** Returns a candidate in a cheaper form; undefined when the form is empty. */
function toCheaper(
  candidate: FragmentCandidate,
  { form, text, ranges }: CheaperForm,
): FragmentCandidate | undefined {
  if (ranges !== undefined && isPassage(candidate)) {
    const { cheaper: _, ...rest } = candidate;
    return { ...rest, ...joinRanges(ranges, candidate.document) };
  }
  if (text === "") return undefined;
  return isPassage(candidate)
    ? { ...candidate, replacement: { form, text } }
    : { ...candidate, forms: [{ form, text }] };
}

function checkRange(candidate: FragmentCandidate): void {
  if (!isPassage(candidate)) return;
  const { path, startLine, endLine, document: { lines } } = candidate;
  if (1 <= startLine && startLine <= endLine && endLine <= lines.length) return;
  throw new RangeError(
    `Cannot pack passages as the range of "${path}" must lie in its ${lines.length} lines: ` +
      `current value is ${startLine}-${endLine}`,
  );
}
