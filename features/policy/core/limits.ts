import { nearestNames } from "@dossier/core/query";
import { tellValue } from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";

/**
 * What an agent's run may use when nobody says otherwise: turns, tokens, money in the unit of the runner,
 * agents that it starts, levels of these, and seconds (as in Rye).
 */
export const DEFAULT_RUN_LIMITS = {
  turns: 25,
  tokens: 200_000,
  spend: 1,
  spawns: 50,
  depth: 10,
  "duration_seconds": 1800,
} as const;

/** What is limited. */
export type RunLimit = keyof typeof DEFAULT_RUN_LIMITS;

/** What an agent's run may use at most. */
export type RunLimits = Readonly<Record<RunLimit, number>>;

const NAMES = Object.keys(DEFAULT_RUN_LIMITS) as readonly RunLimit[];

/** The run that starts another. */
export interface ParentRun {
  /** What it may use itself. */
  readonly limits: RunLimits;
  /** How many agents it has started, with this one. */
  readonly spawned: number;
}

/** What decides the limits of a run. */
export interface RunLimitsInput {
  /** What the profile says. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** What whoever starts it says; before the profile. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Absent for the first run. */
  readonly parent?: ParentRun;
}

/**
 * Returns the limits of a run: of each the override, else what the profile says, else the default, and
 * never more than the parent has. A level below the parent's is left for it.
 *
 * @throws {PolicyError} `invalid-limits` for a name that is not known and a value that is no number of at
 * least 0; `limit-exceeded` when the parent may start no more, or nothing so deep.
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
  if (depth < 0) refuseStart(`its depth is used up: ${limits.depth} levels are left to its parent`);
  if (spawned > limits.spawns) {
    refuseStart(`its parent may start ${limits.spawns} agents: this would be number ${spawned}`);
  }
  return { ...Object.fromEntries(entries) as unknown as RunLimits, depth };
}

/** Returns limits as they are written, checked; `place` says where, for errors. */
export function checkLimits(
  limits: Readonly<Record<string, unknown>>,
  place: string,
): Partial<RunLimits> {
  for (const [name, value] of Object.entries(limits)) {
    if (!(NAMES as readonly string[]).includes(name)) {
      const [nearest] = nearestNames(name, NAMES, { limit: 1 });
      const hint = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
      refuseLimit(
        `there is no limit ${tellValue(name)}${hint}: known are ${NAMES.join(", ")}`,
        place,
      );
    }
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
      refuseLimit(`"${name}" must be a number >= 0: current value is ${tellValue(value)}`, place);
    }
  }
  return limits as Partial<RunLimits>;
}

function refuseLimit(reason: string, place: string): never {
  throw new PolicyError("invalid-limits", `Cannot use the limits of ${place} as ${reason}`);
}

function refuseStart(reason: string): never {
  throw new PolicyError("limit-exceeded", `Cannot start the agent as ${reason}`);
}
