import { type FragmentCandidate, toFragment } from "../fragment/candidate.ts";
import { fileSource, type UnhashedFragment } from "../fragment/fragment.ts";
import type { Omission } from "./bundle.ts";
import {
  omitCandidate,
  omitLines,
  type Packed,
  rankFragments,
  type RuleOptions,
} from "./section.ts";

/** Options of the rules that choose candidates in their order. */
export interface InOrderOptions extends RuleOptions {
  /** Rule; see `PackingRule`. */
  readonly rule: "skip-and-continue" | "break-at-first-miss" | "truncate-last";
  /** Remaining tokens of all sections together, at least the limit. */
  readonly left: number;
  /**
   * True when the first fragment may be the beginning of a candidate that exceeds the limit.
   * @default false
   */
  readonly cutsFirst?: boolean | undefined;
}

/**
 * Chooses candidates in their order, each in its most expensive form, as long as they fit. The rule
 * determines the treatment of the first candidate that does not fit. An exact fit is included. A
 * fragment that is cut for `cutsFirst` ends at a line end, and its remark states the omitted lines.
 */
export function packInOrder(
  candidates: readonly FragmentCandidate[],
  { rule, limit, left, cost, cutsFirst = false }: InOrderOptions,
): Packed {
  const fragments: UnhashedFragment[] = [];
  const omitted: Omission[] = [];
  let used = 0;
  let hasStopped = false;
  const addFragment = (fragment: UnhashedFragment, tokens: number) => {
    fragments.push({ ...fragment, tokens });
    used += Math.ceil(tokens);
  };
  for (const candidate of candidates) {
    const fragment = toFragment(candidate);
    const tokens = cost(fragment);
    const isFirst = rule === "break-at-first-miss" && fragments.length === 0;
    if (!hasStopped && used + Math.ceil(tokens) <= (isFirst ? left : limit)) {
      addFragment(fragment, tokens);
      continue;
    }
    const atLine = cutsFirst && fragments.length === 0;
    const cut = (rule === "truncate-last" || atLine) && !hasStopped
      ? cutFragment(fragment, { limit: limit - used, cost, atLine })
      : undefined;
    if (rule !== "skip-and-continue") hasStopped = true;
    if (cut === undefined) omitted.push(omitCandidate(candidate, { tokens, reason: "budget" }));
    else {
      addFragment(cut, cost(cut));
      omitted.push(omitRest(fragment, cut, tokens - cost(cut)));
    }
  }
  return { fragments: rankFragments(fragments), omitted };
}

/** Position after a line end. */
const LINE_REGEXP = /(?<=\n)/;

function formatCutRemark(shown: number, lines: number): string {
  return `Cut after line ${shown} of ${lines}, as there is no room for the rest.`;
}

/**
 * Returns a fragment with the longest beginning of its text that fits; undefined when no character
 * fits. No character is split. For lines of a file, a line counts when it begins in the text.
 *
 * @param options.atLine True when no line may be split either; the remark then states the omitted
 * lines.
 */
function cutFragment(
  fragment: UnhashedFragment,
  { limit, cost, atLine }: RuleOptions & { readonly atLine: boolean },
): UnhashedFragment | undefined {
  const pieces = atLine ? fragment.text.split(LINE_REGEXP) : Array.from(fragment.text);
  const cutTo = (length: number): UnhashedFragment => {
    const { location, ...rest } = fragment;
    const text = pieces.slice(0, length).join("").replace(atLine ? /\n$/ : "", "");
    const cutRemark = [fragment.remark, formatCutRemark(length, pieces.length)].join(" ").trim();
    const remark = atLine ? { remark: cutRemark } : {};
    const cut = { ...rest, ...remark, form: "snippet", text, edited: true } as const;
    if (location === undefined) return cut;
    const endLine = location.startLine + text.trimEnd().split("\n").length - 1;
    const shown = { ...location, endLine: Math.min(endLine, location.endLine) };
    return { ...cut, source: fileSource(shown), location: shown };
  };
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Math.ceil(cost(cutTo(middle))) <= limit) low = middle;
    else high = middle - 1;
  }
  const cut = cutTo(low);
  return cut.text.trim() === "" || Math.ceil(cost(cut)) > limit ? undefined : cut;
}

/**
 * Returns the omission after a cut: the remaining lines of the file, or its last line when that
 * line is shown in part.
 */
function omitRest({ location, source }: UnhashedFragment, cut: UnhashedFragment, tokens: number) {
  const rest = { tokens: Math.max(tokens, 0), reason: "budget" } as const;
  if (location === undefined) return { source, ...rest, tokens: Math.ceil(rest.tokens) };
  const startLine = Math.min((cut.location ?? location).endLine + 1, location.endLine);
  return omitLines({ ...location, startLine }, rest);
}
