import type { Hook } from "./hook.ts";

/**
 * Returns the hooks of several spaces together. Of those with one id only those of the nearest space are left, in the
 * place of what they replace: with its origin, and with its layer where they have none of their own.
 *
 * @param spaces The nearest first; of each the hooks of its files, of which the first counts for an id.
 */
export function mergeHooks(
  spaces: readonly (readonly (readonly Hook[])[])[],
): readonly Hook[] {
  return spaces.toReversed().reduce(
    (farther: readonly Hook[], files) => replaceHooks(farther, files.reduce(addHooks, [])),
    [],
  );
}

/** Returns hooks and those of a further file that have no id of these. */
function addHooks(known: readonly Hook[], further: readonly Hook[]): readonly Hook[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...further.filter(({ id }) => id === undefined || !ids.has(id))];
}

/** Returns the hooks of farther spaces, nearer ones of the same id in their places, and then the others of these. */
function replaceHooks(farther: readonly Hook[], nearer: readonly Hook[]): readonly Hook[] {
  const byId = Map.groupBy(nearer, ({ id }) => id);
  const placed = new Set<string>();
  const all = farther.flatMap(({ id, layer, origin }, at): readonly Hook[] => {
    const replacing = id === undefined ? undefined : byId.get(id);
    if (id === undefined || replacing === undefined) return [farther[at]!];
    // All that a file has under one id is in the first place of it.
    if (placed.has(id)) return [];
    placed.add(id);
    return replacing.map((hook) => ({
      ...(layer === undefined ? {} : { layer }),
      ...hook,
      origin,
    }));
  });
  return [...all, ...nearer.filter(({ id }) => id === undefined || !placed.has(id))];
}
