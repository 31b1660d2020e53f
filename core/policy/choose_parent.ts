import { matchesCondition } from "./condition.ts";
import { type Hook, orderHooks } from "./hook.ts";
import type { JsonObject } from "../text/json_value.ts";
import type { Profile } from "./profile.ts";
import { StepLimit } from "./step_limit.ts";

/** Returns the facts of a profile that conditions and expressions are asked of. */
export function profileFacts(profile: Profile, inputs: JsonObject): JsonObject {
  const { id, category, model } = profile;
  return {
    profile: id,
    directive: id, // Rye's word for it.
    "has_extends": profile.extends !== undefined,
    category,
    inputs,
    model: model.id ?? model.tier ?? "",
    "model_config": model,
  };
}

/** The parent that a hook gives to a profile. */
export interface ChosenParent {
  /** Id of the parent. */
  readonly parent: string;
  /** The one that gave it. */
  readonly hook: Hook;
  /** Id of the one that the profile names itself, when that is replaced. */
  readonly replaced?: string;
}

/**
 * Returns the parent that the first hook of `route` gives whose condition holds; one that names no profile
 * is passed over. Undefined when none does, so that the profile extends what it says, if anything.
 *
 * @throws {PolicyError} `invalid-hooks` when the conditions take too long together.
 */
export function chooseParent(
  profile: Profile,
  { hooks, inputs }: { readonly hooks: readonly Hook[]; readonly inputs: JsonObject },
): ChosenParent | undefined {
  const facts = profileFacts(profile, inputs);
  const steps = new StepLimit("invalid-hooks", "the conditions of hooks");
  for (const hook of orderHooks(hooks, "route")) {
    const action = hook.actions.find((one) => one.kind === "extend");
    if (action === undefined || !matchesCondition(hook.condition ?? {}, facts, steps)) continue;
    const chosen = { parent: action.profile, hook };
    return profile.extends === undefined ? chosen : { ...chosen, replaced: profile.extends };
  }
  return undefined;
}
