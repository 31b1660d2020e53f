import type { FragmentPosition } from "../fragment/fragment.ts";
import type { Profile, ProfileInput } from "./profile.ts";

/** The places of items, in the order in which they are given. */
export const POSITIONS = [
  "system",
  "before",
  "after",
] as const satisfies readonly FragmentPosition[];

/** Whether an item may be given once at each position (Rye's seed), or only once (its later rewrite). */
export type DedupeScope = "per-position" | "global";

/** An item that a chain of profiles asks for. */
export interface ChainItem {
  readonly id: string;
  readonly position: FragmentPosition;
  /** Id of the profile that asked for it first. */
  readonly profile: string;
}

/** What a chain of profiles asks for. */
export interface ChainItems {
  /** By position, and in each from the root to the leaf. */
  readonly items: readonly ChainItem[];
  /** Those that are not given, as one of the chain does without them or an earlier position has them. */
  readonly left: readonly (ChainItem & { readonly reason: "suppressed" | "excluded" })[];
  /** What profiles of the chain do without, in order. */
  readonly suppress: readonly string[];
}

/**
 * Returns what a chain of profiles asks for: of equal items at a position the first, and nothing that one of
 * the chain suppresses, whoever asks for it.
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

/** What a profile has of its own, or else of its ancestors. */
export interface InheritedFields extends Pick<Profile, "model" | "limits" | "inputs"> {
  /** Those of the nearest profile that has any. */
  readonly permissions: readonly string[];
  /** Id of the profile whose permissions these are; absent when no profile of the chain has any. */
  readonly permissionsFrom?: string;
}

/**
 * Returns what a profile has of its ancestors: the permissions and the model of the nearest that has any,
 * and each limit and input of the nearest that names it.
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
