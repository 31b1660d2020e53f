import { isContextError } from "@dossier/core/errors";

/** How much a finding matters: from nothing to do, to something that stands in the way. */
export type FindingLevel = "ok" | "note" | "warning" | "problem";

/** One thing that a check has found. */
export interface Finding {
  /** How much it matters. */
  readonly level: FindingLevel;
  /** What it is: a sentence without a final period. */
  readonly message: string;
  /** What mends it, as a command where there is one. */
  readonly mend?: string;
}

/** A finding and the check that it is of. */
export interface CheckedFinding extends Finding {
  /** Name of the check. */
  readonly check: string;
}

/** The tree that is looked at. */
export interface TreePlace {
  /** Absolute real path. */
  readonly root: string;
  /** Absolute path of the folder for its index and records; it need not exist. */
  readonly state: string;
  /** Whether all that is stored is compared with its checksums, however long that takes. @default false */
  readonly isDeep?: boolean | undefined;
}

/** One look at one thing. It changes nothing, and must not depend on what others find. */
export interface TreeCheck<Place extends TreePlace = TreePlace> {
  /** What it looks at. */
  readonly name: string;
  /** Looks, and gives up when the signal says so. */
  run(place: Place, signal: AbortSignal): Promise<readonly Finding[]>;
}

/** How long a check may take, in milliseconds. */
const MAX_CHECK_MS = 10_000;

/**
 * Returns what the checks find, in the order of the checks; they run at the same time.
 *
 * @param options.maxMs How long each may take, in milliseconds. @default 10000
 */
export async function runChecks<Place extends TreePlace>(
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

async function runCheck<Place extends TreePlace>(
  check: TreeCheck<Place>,
  place: Place,
  maxMs: number,
): Promise<readonly Finding[]> {
  const stop = new AbortController();
  const late = Promise.withResolvers<readonly Finding[]>();
  const timer = setTimeout(() => {
    stop.abort();
    const message = `It took longer than ${maxMs} ms and was given up`;
    late.resolve([{ level: "warning", message }]);
  }, maxMs);
  try {
    return await Promise.race([check.run(place, stop.signal), late.promise]);
  } catch (error) {
    // A configuration that can not be parsed is found by its own check, and stops others.
    if (isContextError(error) && error.code === "invalid-config") {
      const message = "It can not be checked before the configuration is mended";
      return [{ level: "note", message }];
    }
    const reason = error instanceof Error ? error.message : String(error);
    return [{ level: "problem", message: `It can not be checked: ${reason}` }];
  } finally {
    clearTimeout(timer);
  }
}
