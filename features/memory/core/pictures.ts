import { escapeControls } from "@dossier/core/escape";
import { escapeMarkup } from "@dossier/core/prompt";
import type { WorkSummary } from "./summarize_work.ts";
import type { ParetoZone } from "./pareto.ts";

// Pictures are SVG without styles, so that pages with a strict policy can include them: lines and
// text have the colour of the surrounding text, and the colours of zones are visible on light and
// dark backgrounds (3 : 1 and more).

/** Units of the width: those of the narrowest phone, so that text has the stated size there. */
const WIDTH = 360;

/** Size of text, and the mean width of a character of that size. */
const FONT = 12;
const CHARACTER = 6.6;

/** Colours of the zones; each has a shape as well. */
const COLORS: Readonly<Record<ParetoZone, string>> = {
  efficient: "#2e8b57",
  wasteful: "#c2741a",
  below: "#d1495b",
};

/** The plot within its margins. */
const PLOT = { left: 50, right: 350, top: 14, bottom: 250 };

/** Maximum number of ticks of the axis of tokens. */
const MAX_TICKS = 6;

/** Maximum number of characters of the name of a kind of work. */
const NAME_LENGTH = 24;

/**
 * Returns a plot of the tokens of each kind of work and the share of its accepted sessions, as SVG.
 */
export function drawWork(work: readonly WorkSummary[]): string {
  const step = findStep(Math.max(1, ...work.map(({ tokens }) => tokens)) / MAX_TICKS);
  const most = step * Math.ceil(Math.max(1, ...work.map(({ tokens }) => tokens)) / step);
  const toX = (tokens: number) => PLOT.left + (PLOT.right - PLOT.left) * tokens / most;
  const toY = (share: number) => PLOT.bottom - (PLOT.bottom - PLOT.top) * share;
  const frontier = work.filter(({ zone }) => zone === "efficient")
    .toSorted((a, b) => a.tokens - b.tokens)
    .map(({ tokens, success }) => `${round(toX(tokens))},${round(toY(success))}`);
  const ticks = Array.from({ length: Math.round(most / step) + 1 }, (_, at) => at * step);
  const parts = [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      line([PLOT.left, toY(share)], [PLOT.right, toY(share)], 'stroke-opacity="0.2"'),
      words(`${100 * share} %`, [PLOT.left - 5, toY(share) + 4], "end"),
    ]),
    ...ticks.flatMap((tokens) => [
      line([toX(tokens), PLOT.bottom], [toX(tokens), PLOT.bottom + 4]),
      words(`${tokens}`, [toX(tokens), PLOT.bottom + 16], tokens === most ? "end" : "middle"),
    ]),
    line([PLOT.left, PLOT.bottom], [PLOT.right, PLOT.bottom]),
    line([PLOT.left, PLOT.top], [PLOT.left, PLOT.bottom]),
    words("mean tokens of memory a session", [PLOT.right, PLOT.bottom + 31], "end"),
    `<polyline points="${frontier.join(" ")}" fill="none" stroke="${COLORS.efficient}" ` +
    'stroke-width="1.5" stroke-dasharray="4 3"/>',
    ...work.map(({ tokens, success, zone }) => mark(zone, [toX(tokens), toY(success)])),
    ...placeNames(work.map((point) => ({
      text: cut(`${point.name} (${point.sessions})`, NAME_LENGTH),
      at: [toX(point.tokens), toY(point.success)],
    }))),
    ...Object.keys(COLORS).flatMap((zone, at) => [
      mark(zone as ParetoZone, [PLOT.left + 6 + 100 * at, 300]),
      words(zone, [PLOT.left + 16 + 100 * at, 304]),
    ]),
  ];
  return svg(parts, 312, "Tokens of memory against accepted sessions, by kind of work");
}

type Point = readonly [x: number, y: number];

/** Returns names beside their points; overlapping ones move away from the edge. */
function placeNames(
  names: readonly { readonly text: string; readonly at: Point }[],
): readonly string[] {
  const placed: { left: number; right: number; y: number }[] = [];
  return names.toSorted((a, b) => a.at[1] - b.at[1]).map(({ text, at: [x, y] }) => {
    const width = text.length * CHARACTER;
    const isLeft = x + 9 + width > WIDTH;
    const left = isLeft ? x - 9 - width : x + 9;
    // Above a line on which a point may lie.
    let base = Math.max(y - 3, PLOT.top - 2);
    const step = y > (PLOT.top + PLOT.bottom) / 2 ? -1 : 1;
    const isTaken = () =>
      placed.some((one) =>
        one.left < left + width && left < one.right && Math.abs(one.y - base) < FONT
      );
    while (isTaken()) base += step;
    placed.push({ left, right: left + width, y: base });
    return words(text, [isLeft ? x - 9 : x + 9, base], isLeft ? "end" : "start");
  });
}

/** Returns the smallest of 1, 2, 5, 10, 20 and so on that is at least `least`. */
function findStep(least: number): number {
  const power = Number(`1e${Math.max(least, 1).toExponential().split("e")[1]}`);
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

/** Returns the mark of a zone: a circle, a square or a triangle. */
function mark(zone: ParetoZone, [x, y]: Point): string {
  const [cx, cy] = [round(x), round(y)];
  const fill = `fill="${COLORS[zone]}"`;
  if (zone === "efficient") return `<circle cx="${cx}" cy="${cy}" r="5" ${fill}/>`;
  if (zone === "wasteful") {
    return `<rect x="${round(x - 4.5)}" y="${round(y - 4.5)}" width="9" height="9" ${fill}/>`;
  }
  return `<path d="M${cx} ${round(y + 5)}l-5.5 -9.5h11z" ${fill}/>`;
}

/** The nodes and edges of a picture. */
export interface PicturedGraph {
  readonly nodes: readonly {
    readonly id: string;
    readonly name: string;
    /** True for nodes of the observation itself; false for those reached from there. */
    readonly isOwn: boolean;
  }[];
  readonly edges: readonly {
    readonly source: string;
    readonly target: string;
    /** From 0 to 1. */
    readonly feedback: number;
  }[];
}

/** Maximum number of nodes of a picture; a table has the others. */
const MAX_NODES = 24;

/** Height of a node with its name, and most units that an arrow extends to the left. */
const ROW = 20;
const MAX_REACH = 100;

/**
 * Returns a graph as SVG: its nodes in a column, those of the observation first and of them the
 * ones with outgoing edges, and its edges as arrows beside them, wider for more useful ones.
 */
export function drawGraph({ nodes, edges }: PicturedGraph): string {
  const sources = new Map<string, number>();
  for (const { source, target } of edges) {
    sources.set(source, (sources.get(source) ?? 0) + 1);
    sources.set(target, (sources.get(target) ?? 0) - 1);
  }
  const shown = nodes.toSorted((a, b) =>
    Number(b.isOwn) - Number(a.isOwn) || sources.get(b.id)! - sources.get(a.id)! ||
    (a.name < b.name ? -1 : 1)
  ).slice(0, MAX_NODES);
  const toY = new Map(shown.map(({ id }, at) => [id, ROW * (at + 0.7)]));
  const drawn = edges.flatMap(({ source, target, feedback }) => {
    const [from, to] = [toY.get(source), toY.get(target)];
    if (from === undefined || to === undefined) return [];
    return { from, to, feedback, reach: Math.min(MAX_REACH, 14 + Math.abs(to - from) * 0.55) };
  });
  const left = Math.max(0, ...drawn.map(({ reach }) => reach)) + 2;
  const arrows = drawn.map(({ from, to, feedback, reach: length }) => {
    const reach = round(left - length);
    return `<path d="M${left} ${from}C${reach} ${from} ${reach} ${to} ${left - 5} ${to}" ` +
      `fill="none" stroke="currentColor" stroke-opacity="0.7" ` +
      `stroke-width="${round(0.5 + 2 * feedback)}"/>` +
      `<path d="M${left} ${to}l-7 -3.5v7z" fill="currentColor"/>`;
  });
  const room = Math.floor((WIDTH - left - 16) / CHARACTER);
  const names = shown.flatMap(({ id, name, isOwn }) => {
    const y = toY.get(id)!;
    const fill = isOwn ? "currentColor" : "none";
    return [
      `<circle cx="${left + 7}" cy="${y}" r="3.5" fill="${fill}" stroke="currentColor"/>`,
      words(cut(name, room), [left + 15, y + 4]),
    ];
  });
  return svg([...arrows, ...names], ROW * (shown.length + 0.4), "The graph around the observation");
}

/** Returns a text without control characters that fits, with a mark at the cut. */
function cut(text: string, length: number): string {
  const plain = escapeControls(text);
  const shown = [...plain];
  return shown.length <= length ? plain : `${shown.slice(0, length - 1).join("")}…`;
}

function words(
  text: string,
  [x, y]: Point,
  anchor: "start" | "middle" | "end" = "start",
): string {
  const shown = escapeMarkup(text);
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${shown}</text>`;
}

function line([x1, y1]: Point, [x2, y2]: Point, more = ""): string {
  const ends = `x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"`;
  return `<line ${ends} stroke="currentColor" ${more}/>`;
}

function svg(parts: readonly string[], height: number, label: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${round(height)}" ` +
    `role="img" aria-label="${label}" font-family="sans-serif" font-size="${FONT}" ` +
    `fill="currentColor">${parts.join("")}</svg>`;
}

function round(number: number): number {
  return Math.round(10 * number) / 10;
}
