import type { DocumentKind } from "../chunk/chunk.ts";
import type { Explanation } from "../rank/explanation.ts";
import type { LineRange } from "./lines.ts";
import { formatPath } from "./repository_path.ts";

/**
 * How much a fragment gives of what it stands for: the whole file, a part of it, its declarations
 * without their bodies, or only its name, for an agent that opens files itself.
 */
export type FragmentForm = "whole" | "snippet" | "outline" | "reference";

/**
 * What a fragment is there for:
 * - `primary`, `read`: the work manifest names its file;
 * - `document`: a design document;
 * - `caller`, `callee`: it calls, or is called by, what the task is about;
 * - `snippet`: the ranking proposes it;
 * - `requested`: the agent asked for it;
 * - `profile`: a profile or a hook says it to the agent;
 * - `identity`, `workflow`, `reference`: that tier of the project's manifest has it;
 * - `memory`: an earlier session has learned it, and nobody vouches for it.
 */
export type FragmentRole =
  | "primary"
  | "read"
  | "document"
  | "caller"
  | "callee"
  | "snippet"
  | "requested"
  | "profile"
  | "identity"
  | "workflow"
  | "reference"
  | "memory";

/** Roles of what an agent is told whatever the question, as a policy of the project has it. */
export const POLICY_ROLES: ReadonlySet<FragmentRole | undefined> = new Set([
  "profile",
  "identity",
  "workflow",
  "reference",
]);

/** Where a fragment belongs in a prompt: to the system prompt, or before or after the user's words. */
export type FragmentPosition = "system" | "before" | "after";

/**
 * Who vouches for a fragment: the project that it is a file of, the user, the program that runs the
 * agent, or nobody, as it was learned from what agents did.
 */
export type FragmentTrust = "project" | "user" | "system" | "learned";

/** Lines of a file, the first and the last 1-based and inclusive. */
export interface FileLines extends LineRange {
  /** Relative to the root, with `/` separators. */
  readonly path: string;
}

/** Lines of a file of one tree or of one of several. */
export interface RepositoryLines extends FileLines {
  /** Name of the repository that it is of, where several were asked. */
  readonly repository?: string;
}

/** Lines of a file, and what they are. */
export interface Location extends RepositoryLines {
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Lower-case name. */
  readonly language: string;
  /** Name of the definition or heading that the lines show, when they have one. */
  readonly symbol?: string;
  /** What that is in: the dotted name of a definition, or headings with ` > ` between them. */
  readonly container?: string;
  /**
   * The lines that are shown, in order, when not all are: in the place of each run of others stands a
   * line such as `… lines 40–92`.
   */
  readonly ranges?: readonly LineRange[];
}

/** What is known of a fragment in whatever form it is shown. */
export interface FragmentDetails {
  /** Higher is better; comparable inside one section only. */
  readonly score: number;
  /** Absent for a plain query, whose fragments are all there for the same. */
  readonly role?: FragmentRole;
  /** How far a design document can be relied on, from .2 to 1: below 1 it may be outdated. */
  readonly freshness?: number;
  /** What the reader should know of it, such as when a document changed. */
  readonly remark?: string;
  /** Why it is proposed, the weightiest reason first. */
  readonly reasons?: readonly string[];
  /** Where the score comes from, when that was asked for. */
  readonly explanation?: Explanation;
}

/** Text that is shown, and where it is from. */
export interface Fragment extends FragmentDetails {
  /** Place in the bundle, 1-based, best first. */
  readonly rank: number;
  /** URI of what it is taken from; of lines of a file as `fileSource()` has it. */
  readonly source: string;
  /** Present for lines of a file. */
  readonly location?: Location;
  /** Its place in a prompt. */
  readonly position: FragmentPosition;
  /** How much it gives of its source. */
  readonly form: FragmentForm;
  /** Who vouches for it. */
  readonly trust: FragmentTrust;
  /** What its rendered block costs. */
  readonly tokens: number;
  /** SHA-256 of the text, in lower-case hexadecimal. */
  readonly hash: string;
  /** Of a file the lines joined by newlines, without a final one; see {@link edited}. */
  readonly text: string;
  /** Present when the text is not just the lines: some are left out, it is cut with a notice, or one is masked. */
  readonly edited?: true;
}

/** A fragment whose hash has not been computed. */
export type UnhashedFragment = Omit<Fragment, "hash">;

/**
 * Returns the URI of lines of a file.
 *
 * @example
 * ```ts
 * import { fileSource } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const lines = { path: "docs/100% #1.md", startLine: 10, endLine: 40 };
 * assert.equal(fileSource(lines), "file:docs/100%25%20%231.md#L10-40");
 * ```
 */
export function fileSource({ startLine, endLine, ...file }: RepositoryLines): string {
  const encoded = formatPath(file).toWellFormed().split("/").map(encodeURIComponent).join("/");
  return `file:${encoded}#L${startLine}-${endLine}`;
}

/** Returns the name of what lines show, a heading behind those above it; empty when it has none. */
export function formatSymbol({ kind, symbol = "", container }: Location): string {
  return kind === "document" ? formatHeadings({ symbol, container }) : symbol;
}

/**
 * Returns the headings of a section from the outermost one, each once: what begins with its own heading has
 * that among those above, and the next ones where nothing stands between them.
 */
export function formatHeadings(
  { symbol = "", container = "" }: {
    readonly symbol?: string | undefined;
    readonly container?: string | undefined;
  },
): string {
  const isAbove = ` > ${container} > `.includes(` > ${symbol} > `);
  return [container, isAbove ? "" : symbol].filter((name) => name !== "").join(" > ");
}

/** Returns where something is from for people, such as `src/a.ts:10-40`; what is no file by its source. */
export function formatLocation(
  { source, location }: { readonly source: string; readonly location?: RepositoryLines },
): string {
  return location === undefined
    ? source
    : `${formatPath(location)}:${location.startLine}-${location.endLine}`;
}
