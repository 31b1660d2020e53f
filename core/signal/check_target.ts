import { describeExclusion, type Visibility } from "../exclude/visibility.ts";
import type { WorkManifest } from "../issue/issue.ts";
import type { FoundTarget, RequestLookups } from "./request_lookups.ts";
import { refuse, type RequestRuling } from "./request_ruling.ts";
import type { Signal } from "./signal.ts";

/** Rules and look-ups for checking a target. */
export interface TargetRules {
  /** Files that are never served. */
  readonly exclusions: Visibility;
  /** Finds files. */
  readonly lookups: RequestLookups;
  /** The work manifest, which may forbid files. */
  readonly manifest?: WorkManifest | undefined;
}

/** A file that may be served, or the refusal. */
export type CheckedTarget =
  | Extract<FoundTarget, { readonly kind: "file" }>
  | { readonly kind: "missing" | "folder" | "refused"; readonly ruling: RequestRuling };

/**
 * Returns the file at a path when it may be served, else the refusal.
 *
 * A file that is left out by its name is not looked up, so that nobody learns whether it exists. As the
 * request names this very file, the rules on size do not apply.
 *
 * @param path Path relative to the root, as `resolveRequestPath` gives it.
 */
export function checkTarget(
  signal: Signal,
  path: string,
  { exclusions, lookups, manifest }: TargetRules,
): CheckedTarget {
  if (path === "") return toChecked(signal, { kind: "folder" });
  if (manifest?.forbidden.some((forbidden) => isAtOrBelow(path, forbidden))) {
    const why = "the work manifest forbids it";
    return { kind: "refused", ruling: refuse("excluded", signal, why) };
  }
  const named = exclusions.decide(path, { explicit: true });
  if (named !== undefined) {
    return { kind: "refused", ruling: refuse("excluded", signal, describeExclusion(named)) };
  }
  const found = lookups.look(path);
  if (found.kind !== "file") return toChecked(signal, found);
  const { size, head } = found;
  const rule = exclusions.decide(path, { explicit: true, size, head });
  if (rule === undefined) return found;
  return { kind: "refused", ruling: refuse("excluded", signal, describeExclusion(rule)) };
}

function toChecked(
  signal: Signal,
  found: Exclude<FoundTarget, { readonly kind: "file" }>,
): CheckedTarget {
  switch (found.kind) {
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

/** Returns whether a path is `file`, or is inside of it. */
function isAtOrBelow(path: string, file: string): boolean {
  const name = file.endsWith("/") ? file.slice(0, -1) : file;
  return path === name || path.startsWith(`${name}/`);
}
