import { pathKinds } from "@dossier/core/rank";
import { type CallKind, type Resolution, RESOLUTIONS } from "@dossier/core/calls";

/** A piece of code that refers to a definition, or is referred to from it. */
export interface CallPlace {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** SHA-256 of the bytes that were indexed, hexadecimal. */
  readonly documentHash: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** The definition that these lines are, dotted when nested; empty outside of any. */
  readonly symbol: string;
  /** The name that is referred to. */
  readonly name: string;
  /** Line of the call, 1-based: of the first when there are several. */
  readonly line: number;
  /** How it is referred to. */
  readonly kind: CallKind;
  /** How it is known which definition is meant. */
  readonly resolution: Resolution;
}

type SortableCall = Pick<CallPlace, "path" | "line" | "kind" | "resolution">;

/** Orders calls: code before tests, the surest first, calls before uses, then by path and line. */
export function compareCalls(a: SortableCall, b: SortableCall): number {
  return Number(isTest(a.path)) - Number(isTest(b.path)) ||
    RESOLUTIONS.indexOf(a.resolution) - RESOLUTIONS.indexOf(b.resolution) ||
    Number(a.kind === "use") - Number(b.kind === "use") ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}

/** Returns whether a path is that of a test or an example. */
export function isTest(path: string): boolean {
  return pathKinds(path).some((kind) => kind === "test" || kind === "example");
}
