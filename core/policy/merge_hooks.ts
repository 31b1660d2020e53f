import type { Hook } from "./hook.ts";

/** The hooks of a space. */
export interface SpaceHooks {
  /** Of each of its files; the first file that has an id counts for it. */
  readonly files: readonly (readonly Hook[])[];
  /** Whether its hooks stay beside those of a nearer space with the same id. @default false */
  readonly stays?: boolean;
}

/** A hook in its place. */
interface PlacedHook {
  readonly hook: Hook;
  readonly stays: boolean;
}

/**
 * Returns the hooks of several spaces together. A hook takes the place of those of farther spaces with its id: it has
 * their origin, and their layer unless it has its own. Where those stay, it stands right behind them, with its own
 * origin.
 *
 * @param spaces The nearest first.
 */
export function mergeHooks(spaces: readonly SpaceHooks[]): readonly Hook[] {
  return spaces.toReversed().reduce(
    (farther: readonly PlacedHook[], { files, stays = false }) =>
      placeHooks(farther, files.reduce(addHooks, []).map((hook) => ({ hook, stays }))),
    [],
  ).map(({ hook }) => hook);
}

/** Returns hooks and those of a further file that have no id of these. */
function addHooks(known: readonly Hook[], further: readonly Hook[]): readonly Hook[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...further.filter(({ id }) => id === undefined || !ids.has(id))];
}

/** Returns the hooks of farther spaces, nearer ones of the same id in their places, and then the others of these. */
function placeHooks(
  farther: readonly PlacedHook[],
  nearer: readonly PlacedHook[],
): readonly PlacedHook[] {
  const byId = Map.groupBy(nearer, ({ hook }) => hook.id);
  const lastOf = new Map(farther.map(({ hook }, at) => [hook.id, at]));
  const all = farther.flatMap((one, at): readonly PlacedHook[] => {
    const { id, layer, origin } = one.hook;
    const replacing = id === undefined ? undefined : byId.get(id);
    if (replacing === undefined) return [one];
    const placed = lastOf.get(id) !== at ? [] : replacing.map(({ hook, stays }) => ({
      hook: {
        ...(layer === undefined ? {} : { layer }),
        ...hook,
        ...(one.stays ? {} : { origin }),
      },
      stays,
    }));
    return one.stays ? [one, ...placed] : placed;
  });
  return [...all, ...nearer.filter(({ hook: { id } }) => id === undefined || !lastOf.has(id))];
}
