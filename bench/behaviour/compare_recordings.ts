import type { RecordedAnswer } from "./behaviour_request.ts";

/** Maximum number of reported differences of one request. */
const MAX_REPORTED = 5;

/** Maximum number of characters of a reported value. */
const VALUE_WIDTH = 60;

/** Sums of parts may be computed in another order, which changes the last bits. */
const RELATIVE_TOLERANCE = 1e-9;

/** Result of a comparison of two recordings. */
export interface Comparison {
  /** Number of requests with equal answers; texts are not compared here. */
  readonly alike: number;
  readonly requests: number;
  /** Number of texts that are equal byte for byte, of those in both recordings. */
  readonly alikeTexts: number;
  readonly texts: number;
  /** Differences, one line each. */
  readonly differences: readonly string[];
}

/** Reads a recording: JSON lines. */
export function readRecording(path: string): RecordedAnswer[] {
  return Deno.readTextFileSync(path).split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Compares the answers to the same requests. A request in only one recording is a difference. */
export function compareRecordings(
  before: readonly RecordedAnswer[],
  after: readonly RecordedAnswer[],
): Comparison {
  const answers = new Map(after.map((one) => [one.request.id, one]));
  const ids = new Set([...before, ...after].map(({ request }) => request.id));
  const differences: string[] = [];
  let alike = 0;
  let texts = 0;
  let alikeTexts = 0;
  for (const one of before) {
    const other = answers.get(one.request.id);
    if (other === undefined) continue;
    const { rendered, ...answer } = one.answer;
    const { rendered: otherRendered, ...otherAnswer } = other.answer;
    if (rendered !== undefined && otherRendered !== undefined) {
      texts++;
      if (rendered === otherRendered) alikeTexts++;
    }
    const found = [
      ...diff(one.request, other.request, "request"),
      ...diff(answer, otherAnswer, ""),
    ];
    if (found.length === 0) alike++;
    const more = found.length > MAX_REPORTED ? [`and ${found.length - MAX_REPORTED} more`] : [];
    differences.push(
      ...[...found.slice(0, MAX_REPORTED), ...more].map((line) => `${one.request.id} ${line}`),
    );
  }
  const known = new Set(before.map(({ request }) => request.id));
  for (const id of ids) {
    if (!answers.has(id)) differences.push(`${id} is only in the first recording`);
    if (!known.has(id)) differences.push(`${id} is only in the second recording`);
  }
  return { alike, requests: ids.size, alikeTexts, texts, differences };
}

/** Returns a line for each difference between two values: the path, and both values there. */
function diff(one: unknown, other: unknown, at: string): string[] {
  if (typeof one === "number" && typeof other === "number") {
    const scale = Math.max(Math.abs(one), Math.abs(other));
    return Math.abs(one - other) <= RELATIVE_TOLERANCE * scale
      ? []
      : [formatDifference(one, other, at)];
  }
  if (!isTree(one) || !isTree(other)) {
    return one === other ? [] : [formatDifference(one, other, at)];
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => diff(one[key], other[key], at === "" ? key : `${at}.${key}`));
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function formatDifference(one: unknown, other: unknown, at: string): string {
  const [left, right] = [one, other].map((value) => {
    const text = JSON.stringify(value) ?? "nothing";
    return text.length > VALUE_WIDTH ? `${text.slice(0, VALUE_WIDTH)}…` : text;
  });
  return `${at}: ${left} → ${right}`;
}
