import type { RequestOutcomeName } from "../pack/bundle.ts";
import type { Signal } from "./signal.ts";
import { formatExclusionReason, type Visibility } from "../exclude/visibility.ts";
import type { LineRange } from "../fragment/lines.ts";
import type { WorkManifest } from "../issue/issue.ts";

/** Part of a document that answers a request for the whole document. */
export interface DocumentBeginning extends LineRange {
  /** First line that is not shown whole; absent when the whole document is shown. */
  readonly nextLine?: number;
}

/** Result of the inspection of a path. */
export type FoundTarget =
  | {
    readonly kind: "file";
    /** Number of lines; 0 for an empty file. */
    readonly lineCount: number;
    readonly size?: number;
    /** First bytes, for the rules on exclusion. */
    readonly head?: Uint8Array;
    /** Part that is shown when it is requested as a document. @default all lines */
    readonly beginning?: DocumentBeginning;
  }
  /** Nothing, a folder, or something whose real path is outside the root, such as a link. */
  | { readonly kind: "missing" | "folder" | "outside" }
  | {
    readonly kind: "excluded";
    /** Reason as a clause, such as `it is ignored by git`. */
    readonly reason: string;
  };

/** Locations that a target without a path may mean. */
export interface TargetMatches {
  /** Files, and definitions as lines of files; more than one is ambiguous. */
  readonly found: readonly {
    /** Path relative to the root, with `/`. */
    readonly path: string;
    /** Name of the definition, dotted when nested; absent for a file. */
    readonly symbol?: string;
    /** Its lines; absent for a file. */
    readonly range?: LineRange;
  }[];
  /** Similar paths and names, when nothing is found. */
  readonly near: readonly string[];
}

/** Lookups that the decision on requests needs. */
export interface RequestLookups {
  /** Inspects a path. Not called for paths that a rule excludes by name. */
  readonly inspect: (path: string) => FoundTarget;
  /** Returns the path of the document with a slug. */
  readonly findDocument: (slug: string) => string | undefined;
  /**
   * Returns the matches of a target that is neither a file nor a document.
   *
   * @default nothing
   */
  readonly findMatches?: (target: string) => TargetMatches | undefined;
  /**
   * Returns true when the session has these lines, or this beginning of a document, unchanged.
   *
   * @default false
   */
  readonly isInSession?: (path: string, range: DocumentBeginning) => boolean;
  /** Returns the other task that may edit the file at present. @default none */
  readonly findLockHolder?: (path: string) => string | undefined;
}

/** Decision without its request. */
export interface RequestRuling {
  readonly outcome: RequestOutcomeName;
  /** Sentence for the agent, on one line. */
  readonly message: string;
  /** Path of the file that was found, relative to the root. */
  readonly path?: string;
  /** Lines to show, when text is provided; absent for the right to edit and for an empty file. */
  readonly range?: LineRange;
}

/** Returns a refusal; the reason is a clause after "as". */
export function refuse(
  outcome: RequestOutcomeName,
  { target }: Signal,
  reason: string,
): RequestRuling {
  return { outcome, message: `Cannot provide "${target}" as ${reason}` };
}

/**
 * Maximum number of requests above the limit that get a line each; an agent may write thousands.
 */
const MAX_LISTED_LIMITS = 5;

/**
 * Returns a line with the outcome of each request, such as `not_found: NEED_CODE: src/b.ts: Cannot
 * provide "src/b.ts" as there is no such file`.
 *
 * Requests above the limit get a few lines, and a last one with the number of the others. No line
 * is a request itself.
 */
export function formatOutcomes(
  decisions: readonly (Pick<RequestRuling, "outcome" | "message"> & { readonly request: string })[],
): string[] {
  const lines: string[] = [];
  let limits = 0;
  for (const { outcome, request, message } of decisions) {
    if (outcome === "limit" && ++limits > MAX_LISTED_LIMITS) continue;
    lines.push(`${outcome}: ${request}: ${message}`);
  }
  const more = limits - MAX_LISTED_LIMITS;
  if (more > 0) lines.push(`limit: ${more} more requests are not answered for the same reason`);
  return lines;
}

/** Rules and lookups for checking a target. */
export interface TargetRules {
  readonly visibility: Visibility;
  readonly lookups: RequestLookups;
  /** Work manifest, which may forbid files. */
  readonly manifest?: WorkManifest | undefined;
}

/** File that may be served, or the refusal. */
export type CheckedTarget =
  | Extract<FoundTarget, { readonly kind: "file" }>
  | { readonly kind: "missing" | "folder" | "refused"; readonly ruling: RequestRuling };

/**
 * Returns the file at a path when it may be served, else the refusal.
 *
 * A file that is excluded by its name is not inspected, so that the answer does not reveal its
 * existence. As the request names this very file, the rules on size do not apply.
 *
 * @param path Path relative to the root, as `resolveRequestPath` returns it.
 */
export function checkTarget(signal: Signal, path: string, rules: TargetRules): CheckedTarget {
  const found = inspectTarget(path, rules);
  switch (found.kind) {
    case "file":
      return found;
    case "missing": {
      const why = signal.kind === "doc" ? "there is no such document" : "there is no such file";
      return { kind: "missing", ruling: refuse("not_found", signal, why) };
    }
    case "folder":
      return { kind: "folder", ruling: refuse("not_found", signal, "it is a folder: name a file") };
    case "outside": {
      const why = "it leads outside the repository";
      return { kind: "refused", ruling: refuse("outside_root", signal, why) };
    }
    case "excluded":
      return { kind: "refused", ruling: refuse("excluded", signal, found.reason) };
  }
}

function inspectTarget(path: string, { visibility, lookups, manifest }: TargetRules): FoundTarget {
  if (path === "") return { kind: "folder" };
  if (manifest?.forbidden.some((forbidden) => isAtOrBelow(path, forbidden))) {
    return { kind: "excluded", reason: "the work manifest forbids it" };
  }
  const named = visibility.findHidingRule(path, { isExplicit: true });
  if (named !== undefined) return { kind: "excluded", reason: formatExclusionReason(named) };
  const found = lookups.inspect(path);
  if (found.kind !== "file") return found;
  const { size, head } = found;
  const rule = visibility.findHidingRule(path, { isExplicit: true, size, head });
  return rule === undefined ? found : { kind: "excluded", reason: formatExclusionReason(rule) };
}

/** Returns true when a path is `file`, or is inside of it. */
function isAtOrBelow(path: string, file: string): boolean {
  const name = file.endsWith("/") ? file.slice(0, -1) : file;
  return path === name || path.startsWith(`${name}/`);
}
