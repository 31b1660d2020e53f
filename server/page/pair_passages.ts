import { formatLocation, overlapsLines } from "@dossier/core/fragment";
import type { ReportTable } from "@dossier/core/report";
import type { Injection, RecordedFragment } from "@dossier/retrieval";
import { renderPassage } from "@dossier/retrieval/report";

/** Passage of a record, with its position in it. */
export interface RankedPassage extends RecordedFragment {
  /** Position in the record, 1-based. */
  readonly rank: number;
}

/**
 * Passages of two records about the same lines, or one that only one of them has:
 * - `left`, `right`: only on that side;
 * - `changed`: its lines or its text differ;
 * - `same`: the same text of the same lines; its score, cost or rank may differ.
 */
export interface PassagePair {
  readonly kind: "left" | "right" | "changed" | "same";
  readonly left?: RankedPassage;
  readonly right?: RankedPassage;
}

/**
 * Returns the passages of two records side by side, in the order of the right one. A passage that
 * only the left one has comes after its predecessor. Passages of one file form a pair when their
 * lines are the same, or else when they overlap. Each passage is in at most one pair.
 *
 * @param maxPassages Maximum number of passages of each record that are compared, from the first. @default
 *   all
 */
export function pairPassages(
  left: Pick<Injection, "fragments">,
  right: Pick<Injection, "fragments">,
  maxPassages: number = Infinity,
): readonly PassagePair[] {
  const [lefts, rights] = [rank(left, maxPassages), rank(right, maxPassages)];
  const partners = findPartners(lefts, rights);
  const pairs: PassagePair[] = rights.map((passage) => {
    const partner = partners.get(passage.rank);
    if (partner === undefined) return { kind: "right", right: passage };
    return { kind: isSame(partner, passage) ? "same" : "changed", left: partner, right: passage };
  });
  const paired = new Set([...partners.values()].map((passage) => passage.rank));
  for (const passage of lefts.filter((each) => !paired.has(each.rank))) {
    const before = pairs.findLastIndex((pair) => pair.left?.rank === passage.rank - 1);
    pairs.splice(before + 1, 0, { kind: "left", left: passage });
  }
  return pairs;
}

/** Returns the passages on the left, by the ranks of their partners on the right. */
function findPartners(
  lefts: readonly RankedPassage[],
  rights: readonly RankedPassage[],
): ReadonlyMap<number, RankedPassage> {
  const partners = new Map<number, RankedPassage>();
  const unpaired = new Set(lefts);
  for (const isMatch of [haveSameLines, overlap]) {
    for (const right of rights.filter((each) => !partners.has(each.rank))) {
      const left = [...unpaired].find((each) => isMatch(each, right));
      if (left === undefined) continue;
      partners.set(right.rank, left);
      unpaired.delete(left);
    }
  }
  return partners;
}

function rank({ fragments }: Pick<Injection, "fragments">, maxPassages: number): RankedPassage[] {
  return fragments.slice(0, maxPassages).map((fragment, index) => ({
    ...fragment,
    rank: index + 1,
  }));
}

function haveSameLines(a: RecordedFragment, b: RecordedFragment): boolean {
  return formatLocation(a) === formatLocation(b);
}

function overlap(a: RecordedFragment, b: RecordedFragment): boolean {
  if (a.location === undefined || b.location === undefined) return false;
  return a.location.path === b.location.path && overlapsLines(a.location, b.location);
}

function isSame(a: RecordedFragment, b: RecordedFragment): boolean {
  return haveSameLines(a, b) && a.hash === b.hash && a.form === b.form;
}

/** Descriptions of the kinds of a pair. */
const KINDS: Readonly<Record<PassagePair["kind"], string>> = {
  same: "same",
  changed: "changed",
  left: "only left",
  right: "only right",
};

/** Renders pairs of passages as a table, with the numbers of the two records as titles. */
export function renderPairs(
  pairs: readonly PassagePair[],
  [left, right]: readonly [left: number, right: number],
): ReportTable {
  return {
    kind: "table",
    columns: [{ title: "What" }, { title: `Left: ${left}` }, { title: `Right: ${right}` }],
    rows: pairs.map((pair) => [
      KINDS[pair.kind],
      renderSide(pair.left),
      renderSide(pair.right),
    ]),
  };
}

function renderSide(passage: RankedPassage | undefined): string {
  return passage === undefined ? "not given" : `${passage.rank}. ${renderPassage(passage).text}`;
}
