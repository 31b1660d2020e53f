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
  /** Whether the first fragment may be the beginning of what is larger than the limit. @default false */
  readonly cutsFirst?: boolean | undefined;
}

/**
 * Chooses candidates in their order, each in its dearest form, as long as they fit; the rule says what
 * happens at the first that does not. An exact fit is in. What is cut for `cutsFirst` is cut behind a line, and
 * says how much of it is not there.
 */
export function packInOrder(
  candidates: readonly FragmentCandidate[],
  { rule, limit, left, cost, cutsFirst = false }: InOrderOptions,
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
    const atLine = cutsFirst && fragments.length === 0;
    const cut = (rule === "truncate-last" || atLine) && !isOver
      ? cutFragment(fragment, { limit: limit - used, cost, atLine })
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

/** Behind the end of a line. */
const LINE_REGEXP = /(?<=\n)/;

function tellCut(shown: number, lines: number): string {
  return `Cut after line ${shown} of ${lines}, as there is no room for the rest.`;
}

/**
 * Returns a fragment with the longest beginning of its text that fits; undefined when there is none with
 * a character. No character is cut in two, and of lines of a file those count that begin in it.
 *
 * @param options.atLine Whether no line is cut in two either; what is left out is told then.
 */
function cutFragment(
  fragment: UnhashedFragment,
  { limit, cost, atLine }: RuleOptions & { readonly atLine: boolean },
): UnhashedFragment | undefined {
  const pieces = atLine ? fragment.text.split(LINE_REGEXP) : Array.from(fragment.text);
  const cutTo = (length: number): UnhashedFragment => {
    const { location, ...rest } = fragment;
    const text = pieces.slice(0, length).join("").replace(atLine ? /\n$/ : "", "");
    const told = [fragment.remark, tellCut(length, pieces.length)].join(" ").trim();
    const remark = atLine ? { remark: told } : {};
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

/** Returns what a cut leaves out: of a file the lines behind it, or its last one, of which a part is shown. */
function omitRest({ location, source }: UnhashedFragment, cut: UnhashedFragment, tokens: number) {
  const rest = { tokens: Math.max(tokens, 0), reason: "budget" } as const;
  if (location === undefined) return { source, ...rest, tokens: Math.ceil(rest.tokens) };
  const startLine = Math.min((cut.location ?? location).endLine + 1, location.endLine);
  return omitLines({ ...location, startLine }, rest);
}
