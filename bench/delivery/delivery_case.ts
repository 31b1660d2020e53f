import { join } from "node:path";
import { detectLanguage } from "@dossier/core";
import { outlineSymbols } from "@dossier/core/outline";
import type { Issue } from "../../mod.ts";
import type { LineRange } from "../quality/changed_lines.ts";
import { QualityUsageError } from "../quality/program.ts";
import type { DeliveredBundle, ShownPassage } from "./score_delivery.ts";

/**
 * Question whose bundle once failed, with the required content of its bundle.
 *
 * A location is `path`, `path:20`, `path:20-40`, or `path#Container.name` for the longest
 * definition with this name.
 */
export interface DeliveryCase {
  readonly id: string;
  /** Kind of the failure: all cases of a kind failed for the same reason. */
  readonly kind: string;
  /** Folder of the tree, by its name. */
  readonly tree: string;
  /** Question, or the title of an issue when there is a `description`. */
  readonly query: string;
  /** Description; present for a task of a tracker. */
  readonly description?: string;
  /** Budget in tokens. */
  readonly budget: number;
  /**
   * Locations of which at least {@link MIN_SHOWN_SHARE} must be shown; of a path without lines,
   * anything.
   */
  readonly shows: readonly string[];
  /**
   * True when the bundle must begin with the first of them, and the others must follow in order.
   */
  readonly ordered?: boolean;
  /** Beginnings of paths that must not be shown. */
  readonly hides?: readonly string[];
  /** Folder that must contain most of the shown passages; see {@link MIN_INSIDE_SHARE}. */
  readonly inside?: string;
}

/** Share of the lines of a location that counts as shown, as long ones are shortened. */
export const MIN_SHOWN_SHARE = 0.5;

/** Share of the tokens of passages that must be inside of the folder that a question is about. */
export const MIN_INSIDE_SHARE = 0.7;

/** Returns the cases in a text of JSON lines. */
export function parseDeliveryCases(text: string): readonly DeliveryCase[] {
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/** Returns a case as an issue of a tracker, or undefined when it is a question. */
export function caseIssue({ id, query: title, description }: DeliveryCase): Issue | undefined {
  return description === undefined ? undefined : { id, title, description, labels: [] };
}

/**
 * Returns what a bundle lacks or must not contain, each in a few words; nothing when the case
 * passes.
 *
 * @param root Absolute path of the tree.
 * @throws {QualityUsageError} When a location is missing in the tree.
 */
export function checkDelivery(
  { shows, ordered = false, hides = [], inside }: Pick<
    DeliveryCase,
    "shows" | "ordered" | "hides" | "inside"
  >,
  { passages }: Pick<DeliveredBundle, "passages">,
  root: string,
): readonly string[] {
  const visible = passages.filter(({ form }) => form === "whole" || form === "snippet");
  const places = shows.map((name) => ({ name, lines: findPlace(name, root) }));
  const missing = places.filter(({ lines }) => !isShown(lines, visible));
  const firsts = places.map(({ lines }) => visible.findIndex((shown) => isTouched(shown, lines)));
  const isOrdered = firsts[0] === 0 && firsts.every((at, i) => i === 0 || firsts[i - 1]! <= at);
  const unwanted = hides.filter((start) => visible.some(({ path }) => path.startsWith(start)));
  const share = inside === undefined ? 1 : insideShare(inside, visible);
  return [
    ...missing.map(({ name }) => `does not show ${name}`),
    ...(ordered && missing.length === 0 && !isOrdered ? ["does not show them in order"] : []),
    ...unwanted.map((start) => `shows ${start}`),
    ...(share < MIN_INSIDE_SHARE ? [`has ${share.toFixed(2)} of its tokens in ${inside}`] : []),
  ];
}

/** Returns the lines of a location; all lines of a path without lines. */
function findPlace(name: string, root: string): LineRange & { readonly isFile?: boolean } {
  const [, path = "", symbol, first, last = first] =
    /^([^#:]+)(?:#(.+)|:(\d+)(?:-(\d+))?)?$/.exec(name) ?? [];
  const text = readText(join(root, path), name);
  if (first !== undefined) return { path, startLine: Number(first), endLine: Number(last) };
  if (symbol === undefined) {
    return { path, startLine: 1, endLine: text.split("\n").length, isFile: true };
  }
  const named = outlineSymbols(text, detectLanguage(path, text).language)
    .filter(({ name, container }) =>
      name === symbol || `${container}.${name}` === symbol ||
      `${container}.${name}`.endsWith(`.${symbol}`)
    )
    .sort((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine));
  if (named[0] === undefined) {
    throw new QualityUsageError(`Cannot check for "${name}": the file defines no "${symbol}"`);
  }
  const { startLine, endLine } = named[0];
  return { path, startLine, endLine };
}

function readText(file: string, name: string): string {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new QualityUsageError(`Cannot check for "${name}": there is no "${file}"`);
  }
}

function isShown(
  place: LineRange & { readonly isFile?: boolean },
  visible: readonly ShownPassage[],
): boolean {
  if (place.isFile) return visible.some(({ path }) => path === place.path);
  const shown = new Set<number>();
  for (const { path, startLine, endLine } of visible) {
    if (path !== place.path) continue;
    const last = Math.min(endLine, place.endLine);
    for (let line = Math.max(startLine, place.startLine); line <= last; line++) shown.add(line);
  }
  return shown.size >= MIN_SHOWN_SHARE * (place.endLine - place.startLine + 1);
}

function isTouched(shown: LineRange, { path, startLine, endLine }: LineRange): boolean {
  return shown.path === path && shown.startLine <= endLine && startLine <= shown.endLine;
}

function insideShare(folder: string, visible: readonly ShownPassage[]): number {
  const cost = (passages: readonly ShownPassage[]) =>
    passages.reduce((sum, { tokens }) => sum + tokens, 0);
  const total = cost(visible);
  return total === 0 ? 0 : cost(visible.filter(({ path }) => path.startsWith(folder))) / total;
}
