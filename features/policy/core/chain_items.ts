import type { FragmentPosition } from "@dossier/core/fragment";
import type { Profile, ProfileInput } from "./profile.ts";
import { matchesCondition } from "@dossier/core/condition";
import { type Hook, orderHooks } from "./hook.ts";
import type { JsonObject } from "@dossier/core/text";
import { StepLimit } from "@dossier/core/condition";
import { isPolicyError, PolicyError } from "./policy_error.ts";

/** The positions of items, in the order of a prompt. */
export const POSITIONS = [
  "system",
  "before",
  "after",
] as const satisfies readonly FragmentPosition[];

/**
 * Scope of duplicates: an item may appear once at each position (Rye's seed), or once in total (its
 * later rewrite).
 */
export type DedupeScope = "per-position" | "global";

/** An item that a chain of profiles requests. */
export interface ChainItem {
  readonly id: string;
  readonly position: FragmentPosition;
  /** Id of the first profile that requests it. */
  readonly profile: string;
}

/** The items that a chain of profiles requests. */
export interface ChainItems {
  /** Sorted by position, and within a position from the root to the leaf. */
  readonly items: readonly ChainItem[];
  /**
   * Items that are omitted, as a profile of the chain suppresses them or an earlier position has
   * them.
   */
  readonly left: readonly (ChainItem & { readonly reason: "suppressed" | "excluded" })[];
  /** Ids that profiles of the chain suppress, in order. */
  readonly suppress: readonly string[];
}

/**
 * Returns the items that a chain of profiles requests: at each position the first of equal items,
 * and none that any profile of the chain suppresses.
 *
 * @param chain The root first.
 */
export function collectChainItems(
  chain: readonly Pick<Profile, "id" | "context">[],
  { dedupe = "per-position" }: { readonly dedupe?: DedupeScope } = {},
): ChainItems {
  const suppress = [...new Set(chain.flatMap(({ context }) => context?.suppress ?? []))];
  const suppressed = new Set(suppress);
  const items: ChainItem[] = [];
  const left: ChainItems["left"][number][] = [];
  const given = new Set<string>();
  for (const position of POSITIONS) {
    const seen = new Set<string>();
    for (const { id: profile, context } of chain) {
      for (const id of context?.[position] ?? []) {
        if (seen.has(id)) continue;
        seen.add(id);
        const item = { id, position, profile };
        if (suppressed.has(id)) left.push({ ...item, reason: "suppressed" });
        else if (dedupe === "global" && given.has(id)) left.push({ ...item, reason: "excluded" });
        else items.push(item);
        if (!suppressed.has(id)) given.add(id);
      }
    }
  }
  return { items, left, suppress };
}

/** Fields that a profile declares or inherits from its ancestors. */
export interface InheritedFields extends Pick<Profile, "model" | "limits" | "inputs"> {
  /** Permissions of the nearest profile that declares any. */
  readonly permissions: readonly string[];
  /** Id of the profile that declares the permissions; absent when no profile of the chain does. */
  readonly permissionsFrom?: string;
}

/**
 * Returns the inherited fields of a chain: the permissions and the model of the nearest profile
 * that declares them, and each limit and input of the nearest that declares it.
 *
 * @param chain The root first.
 */
export function inheritFields(chain: readonly Profile[]): InheritedFields {
  const nearest = chain.toReversed();
  const granting = nearest.find(({ permissions }) => permissions.length > 0);
  const modelled = nearest.find(({ model }) => Object.keys(model).length > 0);
  const inputs = new Map<string, ProfileInput>();
  for (const profile of nearest) {
    for (const input of profile.inputs) {
      if (!inputs.has(input.name)) inputs.set(input.name, input);
    }
  }
  return {
    permissions: granting?.permissions ?? [],
    ...(granting === undefined ? {} : { permissionsFrom: granting.id }),
    model: modelled?.model ?? {},
    limits: Object.assign({}, ...chain.map(({ limits }) => limits)),
    inputs: [...inputs.values()],
  };
}

/** Returns the facts of a profile for conditions and expressions. */
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

/** The parent that a hook chose for a profile. */
export interface ChosenParent {
  /** Id of the parent. */
  readonly parent: string;
  /** The hook that chose it. */
  readonly hook: Hook;
  /** Id of the parent that the profile declares, when the hook replaces it. */
  readonly replaced?: string;
}

/**
 * Returns the parent of the first `route` hook whose condition holds and which names a profile.
 * Undefined when no hook does, so that the profile keeps its declared parent.
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

/** The fields of a profile that a chain needs. */
type Extending = Pick<Profile, "id" | "extends">;

/** Ids that a sentence shows at each end of a long chain. */
const SHOWN_IDS = 5;

/**
 * Returns the ancestors of a profile and the profile itself, the root first.
 *
 * @param load Returns the profile with an id, or throws.
 * @throws {PolicyError} `circular-profile` when a profile extends itself, directly or through
 * others; the errors of `load`, with the chain in the message.
 */
export async function extendChain<P extends Extending>(
  leaf: P,
  load: (id: string) => Promise<P>,
): Promise<readonly P[]> {
  const seen = new Set([leaf.id]);
  const chain = [leaf];
  for (let parent = leaf.extends; parent !== undefined; parent = chain.at(-1)?.extends) {
    const renderPath = () => renderChain([...seen, parent]);
    if (seen.has(parent)) {
      throw new PolicyError(
        "circular-profile",
        `Cannot use the profile "${leaf.id}" as "${parent}" extends itself (chain: ${renderPath()}): ` +
          'remove one "extends"',
      );
    }
    chain.push(await loadParent(parent, { leaf, renderPath, load }));
    seen.add(parent);
  }
  return chain.reverse();
}

async function loadParent<P extends Extending>(
  id: string,
  { leaf, renderPath, load }: {
    readonly leaf: P;
    readonly renderPath: () => string;
    readonly load: (id: string) => Promise<P>;
  },
): Promise<P> {
  try {
    return await load(id);
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    throw new PolicyError(
      error.code,
      `Cannot use the profile "${leaf.id}" as its parent "${id}" cannot be loaded (chain: ${renderPath()}): ` +
        error.message,
      { cause: error },
    );
  }
}

function renderChain(ids: readonly string[]): string {
  const left = ids.length - 2 * SHOWN_IDS;
  const shown = left <= 1
    ? ids
    : [...ids.slice(0, SHOWN_IDS), `${left} more`, ...ids.slice(-SHOWN_IDS)];
  return shown.join(" → ");
}
