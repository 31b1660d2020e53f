import { isContextError } from "@dossier/core/errors";
import type { CheckedFinding, Finding } from "./finding.ts";
import type { TreeCheck, TreePlace } from "./tree_check.ts";

/** How long a check may take, in milliseconds. */
const MAX_CHECK_MS = 10_000;

/** Options of {@link runChecks}. */
export interface RunChecksOptions {
  /** How long a check may take, in milliseconds. @default 10000 */
  readonly maxMs?: number;
}

/** Returns what the checks find, in the order of the checks; they run at the same time. */
export async function runChecks<Place extends TreePlace>(
  checks: readonly TreeCheck<Place>[],
  place: Place,
  { maxMs = MAX_CHECK_MS }: RunChecksOptions = {},
): Promise<readonly CheckedFinding[]> {
  const found = await Promise.all(checks.map(async (check) => {
    const findings = await runCheck(check, { place, maxMs });
    return findings.map((finding): CheckedFinding => ({ check: check.name, ...finding }));
  }));
  return found.flat();
}

async function runCheck<Place extends TreePlace>(
  check: TreeCheck<Place>,
  { place, maxMs }: { readonly place: Place; readonly maxMs: number },
): Promise<readonly Finding[]> {
  const stop = new AbortController();
  const late = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    stop.abort();
    late.resolve([{
      level: "warning",
      message: `It took longer than ${maxMs} ms and was given up`,
    }]);
  }, maxMs);
  try {
    return await Promise.race([check.run(place, stop.signal), late.promise]);
  } catch (error) {
    // A configuration that can not be parsed is found by its own check, and stops others.
    if (isContextError(error) && error.code === "invalid-config") {
      return [{
        level: "note",
        message: "It can not be checked before the configuration is mended",
      }];
    }
    const reason = error instanceof Error ? error.message : String(error);
    return [{ level: "problem", message: `It can not be checked: ${reason}` }];
  } finally {
    clearTimeout(timer);
  }
}
