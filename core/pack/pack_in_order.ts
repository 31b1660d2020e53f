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

/** What the rules that take candidates in their order go by. */
export interface InOrderOptions extends RuleOptions {
  /** Which of them; see `PackingRule`. */
  readonly rule: "skip-and-continue" | "break-at-first-miss" | "truncate-last";
  /** Tokens that all sections together have left, at least the limit. */
  readonly left: number;
}

/**
 * Chooses candidates in their order, each in its dearest form, as long as they fit; the rule says what
 * happens at the first that does not. An exact fit is in.
 */
export function packInOrder(
  candidates: readonly FragmentCandidate[],
  { rule, limit, left, cost }: InOrderOptions,
): Packed {
  const fragments: UnhashedFragment[] = [];
  const omitted: Omission[] = [];
  let used = 0;
  let isOver = false;
  const take = (fragment: UnhashedFragment, tokens: number) => {
    fragments.push({ ...fragment, tokens });
    used += Math.ceil(tokens);
  };
  for (const candidate of candidates) {
    const fragment = toFragment(candidate);
    const tokens = cost(fragment);
    const isFirst = rule === "break-at-first-miss" && fragments.length === 0;
    if (!isOver && used + Math.ceil(tokens) <= (isFirst ? left : limit)) {
      take(fragment, tokens);
      continue;
    }
    const cut = rule === "truncate-last" && !isOver
      ? cutFragment(fragment, { limit: limit - used, cost })
      : undefined;
    if (rule !== "skip-and-continue") isOver = true;
    if (cut === undefined) omitted.push(omitCandidate(candidate, { tokens, reason: "budget" }));
    else {
      take(cut, cost(cut));
      omitted.push(omitRest(fragment, cut, tokens - cost(cut)));
    }
  }
  return { fragments: rankFragments(fragments), omitted };
}

/**
 * Returns a fragment with the longest beginning of its text that fits; undefined when there is none with
 * a character. No character is cut in two, and of lines of a file those count that begin in it.
 */
function cutFragment(
  fragment: UnhashedFragment,
  { limit, cost }: RuleOptions,
): UnhashedFragment | undefined {
  const characters = Array.from(fragment.text);
  const cutTo = (length: number): UnhashedFragment => {
    const text = characters.slice(0, length).join("");
    const { location, ...rest } = fragment;
    const cut = { ...rest, form: "snippet", text, edited: true } as const;
    if (location === undefined) return cut;
    const endLine = location.startLine + text.trimEnd().split("\n").length - 1;
    const shown = { ...location, endLine: Math.min(endLine, location.endLine) };
    return { ...cut, source: fileSource(shown), location: shown };
  };
  let low = 0;
  let high = characters.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Math.ceil(cost(cutTo(middle))) <= limit) low = middle;
    else high = middle - 1;
  }
  const cut = cutTo(low);
  return cut.text.trim() === "" || Math.ceil(cost(cut)) > limit ? undefined : cut;
}

/** Returns what a cut leaves out: of a file the lines behind it, or its last one, of which a part is shown. */
function omitRest({ location, source }: UnhashedFragment, cut: UnhashedFragment, tokens: number) {
  const rest = { tokens: Math.max(tokens, 0), reason: "budget" } as const;
  if (location === undefined) return { source, ...rest, tokens: Math.ceil(rest.tokens) };
  const startLine = Math.min((cut.location ?? location).endLine + 1, location.endLine);
  return omitLines({ ...location, startLine }, rest);
}
