import { isContextError } from "@dossier/core/errors";
import type { CheckTarget, Finding, TreeCheck } from "../../feature/mod.ts";

export type { CheckTarget, Finding, FindingLevel, TreeCheck } from "../../feature/mod.ts";

/** Finding with its check. */
export interface CheckedFinding extends Finding {
  /** Name of the check. */
  readonly check: string;
}

/** Time limit of a check, in milliseconds. */
const MAX_CHECK_MS = 10_000;

/**
 * Returns the findings of the checks, in the order of the checks, which run concurrently.
 *
 * @param options.maxMs Time limit of each check, in milliseconds. @default 10000
 */
export async function runChecks<Place extends CheckTarget>(
  checks: readonly TreeCheck<Place>[],
  place: Place,
  { maxMs = MAX_CHECK_MS }: { readonly maxMs?: number } = {},
): Promise<readonly CheckedFinding[]> {
  const found = await Promise.all(checks.map(async (check) => {
    const findings = await runCheck(check, place, maxMs);
    return findings.map((finding): CheckedFinding => ({ check: check.name, ...finding }));
  }));
  return found.flat();
}

async function runCheck<Place extends CheckTarget>(
  check: TreeCheck<Place>,
  place: Place,
  maxMs: number,
): Promise<readonly Finding[]> {
  const stop = new AbortController();
  const late = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    stop.abort();
    const message = `It was stopped after ${maxMs} ms`;
    late.resolve([{ level: "warning", message }]);
  }, maxMs);
  try {
    return await Promise.race([check.run(place, stop.signal), late.promise]);
  } catch (error) {
    // A configuration that cannot be parsed is reported by its own check, and stops others.
    if (isContextError(error) && error.code === "invalid-config") {
      const message = "It cannot be checked before the configuration is fixed";
      return [{ level: "note", message }];
    }
    const reason = error instanceof Error ? error.message : String(error);
    return [{ level: "problem", message: `It cannot be checked: ${reason}` }];
  } finally {
    clearTimeout(timer);
  }
}
