import type { LineRange } from "../quality/changed_lines.ts";
import type { DeliveryQuestion } from "./delivery_question.ts";

/** Part of a bundle, as it was delivered. */
export interface ShownPassage extends LineRange {
  /** Cost in tokens. */
  readonly tokens: number;
  /** Form: `whole` and `snippet` show their lines; an outline or a reference only names them. */
  readonly form: string;
  /** Shown lines; absent when all are shown. */
  readonly ranges?: readonly Pick<LineRange, "startLine" | "endLine">[];
}

/** Delivery for a question. */
export interface DeliveredBundle {
  readonly passages: readonly ShownPassage[];
  /** Tokens of the whole rendered bundle. */
  readonly used: number;
}

/** Scores of a bundle for a question; shares are from 0 to 1. */
export interface DeliveryScore {
  /** Share of the essential lines that it shows. */
  readonly lines: number;
  /** Share of the essential ranges that it touches: of a change, its hunks. */
  readonly ranges: number;
  /** Share of the essential files that it names in any form. */
  readonly files: number;
  /** Share of its passages' tokens in essential or helpful lines. */
  readonly precision: number;
  /** Tokens of the whole bundle. */
  readonly used: number;
}

/** Returns the scores of a bundle for a question. */
export function scoreDelivery(
  { essential, helpful, slack }: Pick<DeliveryQuestion, "essential" | "helpful" | "slack">,
  { passages, used }: DeliveredBundle,
): DeliveryScore {
  const essentialLines = lineKeys(essential);
  const worthwhile = lineKeys([...essential, ...helpful]);
  const visible = passages.filter(({ form }) => form === "whole" || form === "snippet");
  const visibleLines = visible.flatMap(shownLines);
  const shown = lineKeys(visibleLines);
  const touched = essential.filter((range) =>
    visibleLines.some((passage) => touches(passage, range, slack))
  );
  const named = new Set(passages.map(({ path }) => path));
  const files = new Set(essential.map(({ path }) => path));
  let total = 0;
  let useful = 0;
  for (const passage of passages) {
    total += passage.tokens;
    if (!visible.includes(passage)) continue;
    const own = lineKeys(shownLines(passage));
    useful += passage.tokens * own.intersection(worthwhile).size / own.size;
  }
  return {
    lines: essentialLines.intersection(shown).size / essentialLines.size,
    ranges: touched.length / essential.length,
    files: files.intersection(named).size / files.size,
    precision: total === 0 ? 0 : useful / total,
    used,
  };
}

/** Returns the 1-based rank of the first result with an essential line; infinite without one. */
export function firstRank(
  { essential }: Pick<DeliveryQuestion, "essential">,
  results: readonly LineRange[],
): number {
  const rank = results.findIndex((result) => essential.some((range) => touches(result, range, 0)));
  return rank === -1 ? Infinity : rank + 1;
}

/** Returns the mean of some scores. */
export function meanScore(scores: readonly DeliveryScore[]): DeliveryScore {
  const mean = (read: (score: DeliveryScore) => number) =>
    scores.reduce((sum, score) => sum + read(score), 0) / scores.length;
  return {
    lines: mean(({ lines }) => lines),
    ranges: mean(({ ranges }) => ranges),
    files: mean(({ files }) => files),
    precision: mean(({ precision }) => precision),
    used: mean(({ used }) => used),
  };
}

function shownLines({ path, startLine, endLine, ranges }: ShownPassage): readonly LineRange[] {
  return (ranges ?? [{ startLine, endLine }]).map((range) => ({ path, ...range }));
}

function touches(passage: LineRange, range: LineRange, slack: number): boolean {
  return passage.path === range.path && passage.startLine <= range.endLine + slack &&
    range.startLine - slack <= passage.endLine;
}

function lineKeys(ranges: readonly LineRange[]): Set<string> {
  const keys = new Set<string>();
  for (const { path, startLine, endLine } of ranges) {
    for (let line = startLine; line <= endLine; line++) keys.add(`${line}:${path}`);
  }
  return keys;
}
