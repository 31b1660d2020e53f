import { nearestNames } from "@dossier/core/query";
import { formatValue } from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";

/**
 * Default limits of an agent's run: turns, tokens, money in the unit of the runner, started agents,
 * levels of nested agents, and seconds (from Rye).
 */
export const DEFAULT_RUN_LIMITS = {
  turns: 25,
  tokens: 200_000,
  spend: 1,
  spawns: 50,
  depth: 10,
  "duration_seconds": 1800,
} as const;

/** The name of a limit. */
export type RunLimit = keyof typeof DEFAULT_RUN_LIMITS;

/** The limits of an agent's run. */
export type RunLimits = Readonly<Record<RunLimit, number>>;

const NAMES = Object.keys(DEFAULT_RUN_LIMITS) as readonly RunLimit[];

/** The run that starts another. */
export interface ParentRun {
  /** Its own limits. */
  readonly limits: RunLimits;
  /** Number of agents that it has started, this one included. */
  readonly spawned: number;
}

/** The input of {@link resolveLimits}. */
export interface RunLimitsInput {
  /** Limits of the profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Limits of the caller; they override those of the profile. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Absent for the first run. */
  readonly parent?: ParentRun;
}

/**
 * Returns the limits of a run: for each the override, else the value of the profile, else the
 * default, and never more than the parent has. The depth is at most one less than the parent's.
 *
 * @throws {PolicyError} `invalid-limits` for an unknown name and for a value that is not a number
 * of at least 0; `limit-exceeded` when the parent may not start another agent, or not at this
 * depth.
 */
export function resolveLimits(
  { profile = {}, overrides = {}, parent }: RunLimitsInput,
): RunLimits {
  const own = {
    ...DEFAULT_RUN_LIMITS,
    ...checkLimits(profile, "the profile"),
    ...checkLimits(overrides, "the overrides"),
  };
  if (parent === undefined) return own;
  const { limits, spawned } = parent;
  const entries = NAMES.map((name) => [name, Math.min(own[name], limits[name])] as const);
  const depth = Math.min(own.depth, limits.depth - 1);
  if (depth < 0) {
    throwLimitExceeded(`its depth is exhausted: its parent has ${limits.depth} levels left`);
  }
  if (spawned > limits.spawns) {
    throwLimitExceeded(
      `its parent may start ${limits.spawns} agents: this would be number ${spawned}`,
    );
  }
  return { ...Object.fromEntries(entries) as unknown as RunLimits, depth };
}

/** Returns the limits of a file, checked; `place` names their location in errors. */
export function checkLimits(
  limits: Readonly<Record<string, unknown>>,
  place: string,
): Partial<RunLimits> {
  for (const [name, value] of Object.entries(limits)) {
    if (!(NAMES as readonly string[]).includes(name)) {
      const [nearest] = nearestNames(name, NAMES, { limit: 1 });
      const hint = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
      throwInvalidLimit(
        `there is no limit ${formatValue(name)}${hint}: the limits are ${NAMES.join(", ")}`,
        place,
      );
    }
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
      throwInvalidLimit(
        `"${name}" must be a number >= 0: current value is ${formatValue(value)}`,
        place,
      );
    }
  }
  return limits as Partial<RunLimits>;
}

function throwInvalidLimit(reason: string, place: string): never {
  throw new PolicyError("invalid-limits", `Cannot use the limits of ${place} as ${reason}`);
}

function throwLimitExceeded(reason: string): never {
  throw new PolicyError("limit-exceeded", `Cannot start the agent as ${reason}`);
}
