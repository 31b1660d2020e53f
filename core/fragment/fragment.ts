import type { DocumentKind } from "../chunk/chunk.ts";
import type { Explanation } from "../rank/explanation.ts";
import type { LineRange } from "./lines.ts";
import { formatPath } from "./repository_path.ts";

/**
 * Extent of a fragment: the whole file, a part of it, its declarations without their bodies, or
 * only its name, for an agent that opens files itself.
 */
export type FragmentForm = "whole" | "snippet" | "outline" | "reference";

/**
 * Purpose of a fragment:
 * - `primary`, `read`: the work manifest names its file;
 * - `document`: a design document;
 * - `caller`, `callee`: it calls, or is called by, the subject of the task;
 * - `snippet`: the ranking proposes it;
 * - `requested`: the agent requested it;
 * - `profile`: a profile or a hook gives it to the agent;
 * - `identity`, `workflow`, `reference`: that tier of the project's manifest has it;
 * - `memory`: an earlier session has learned it, without confirmation.
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

/** Roles of texts that a policy of the project gives to an agent for every question. */
export const POLICY_ROLES: ReadonlySet<FragmentRole | undefined> = new Set([
  "profile",
  "identity",
  "workflow",
  "reference",
]);

/**
 * Position of a fragment in a prompt: in the system prompt, or before or after the user's words.
 */
export type FragmentPosition = "system" | "before" | "after";

/**
 * Origin of a fragment, which vouches for it: the project with its files, the user, the program
 * that runs the agent, or no one, as it was learned from actions of agents.
 */
export type FragmentTrust = "project" | "user" | "system" | "learned";

/** Lines of a file; the first and the last are 1-based and inclusive. */
export interface FileLines extends LineRange {
  /** Relative to the root, with `/` separators. */
  readonly path: string;
}

/** Lines of a file of one tree or of one of several. */
export interface RepositoryLines extends FileLines {
  /** Name of its repository, when several are searched. */
  readonly repository?: string;
}

/** Lines of a file with their kind and name. */
export interface Location extends RepositoryLines {
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Lower-case name. */
  readonly language: string;
  /** Name of the definition or heading that the lines show, if any. */
  readonly symbol?: string;
  /**
   * Container of the symbol: the dotted name of a definition, or headings with ` > ` between them.
   */
  readonly container?: string;
  /**
   * Shown lines, in order, when not all are shown: each omitted run is replaced by a line such as
   * `… lines 40–92`.
   */
  readonly ranges?: readonly LineRange[];
}

/** Details of a fragment that do not depend on its form. */
export interface FragmentDetails {
  /** Higher is better; comparable inside one section only. */
  readonly score: number;
  /** Purpose; absent for a plain query, whose fragments all have the same purpose. */
  readonly role?: FragmentRole;
  /** Reliability of a design document, from .2 to 1: below 1 it may be outdated. */
  readonly freshness?: number;
  /** Remark for the reader, such as the date of a document's last change. */
  readonly remark?: string;
  /** Reasons of the proposal, the most important first. */
  readonly reasons?: readonly string[];
  /** Explanation of the score, when requested. */
  readonly explanation?: Explanation;
}

/** Shown text with its source. */
export interface Fragment extends FragmentDetails {
  /** Rank in the bundle, 1-based, best first. */
  readonly rank: number;
  /** URI of the source; for lines of a file as `fileSource()` returns it. */
  readonly source: string;
  /** Present for lines of a file. */
  readonly location?: Location;
  /** Position in a prompt. */
  readonly position: FragmentPosition;
  /** Extent of the source that is shown. */
  readonly form: FragmentForm;
  /** Origin that vouches for it. */
  readonly trust: FragmentTrust;
  /** Tokens of its rendered block. */
  readonly tokens: number;
  /** SHA-256 of the text, in lower-case hexadecimal. */
  readonly hash: string;
  /** For a file the lines joined by newlines, without a final one; see {@link edited}. */
  readonly text: string;
  /**
   * Present when the text differs from the lines: some are omitted, it is cut with a notice, or one
   * is masked.
   */
  readonly edited?: true;
}

/** Fragment before its hash is computed. */
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

/**
 * Returns the name of the shown lines, for a heading after the headings above it; empty without a
 * name.
 */
export function formatSymbol({ kind, symbol = "", container }: Location): string {
  return kind === "document" ? formatHeadings({ symbol, container }) : symbol;
}

/**
 * Returns the headings of a section from the outermost one, each once. If a section begins with its
 * own heading, this heading is among the headings above, followed by the next headings when no text
 * is between them.
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

/**
 * Returns the location of an item for people, such as `src/a.ts:10-40`; the source for items that
 * are not lines of a file.
 */
export function formatLocation(
  { source, location }: { readonly source: string; readonly location?: RepositoryLines },
): string {
  return location === undefined
    ? source
    : `${formatPath(location)}:${location.startLine}-${location.endLine}`;
}
