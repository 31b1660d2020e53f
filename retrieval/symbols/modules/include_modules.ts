import {
  folderOf,
  joinTreePath,
  type ModulePlace,
  type ModuleResolver,
  type ModuleTree,
} from "./module_places.ts";

/** Most files with the name of an included one that are compared. */
const MAX_NAMED = 200;

/**
 * Resolves what files of C and C++ include: `name` first beside the file, and then, as `<name>`, the file of the tree
 * whose path ends so. Where the compiler looks is said in builds of many kinds, so of several the nearest is taken.
 */
export const resolveIncluded: ModuleResolver = async (module, from, tree) => {
  const isSystem = module.startsWith("<");
  const path = isSystem ? module.slice(1, -1) : module;
  const beside = isSystem ? undefined : joinTreePath(folderOf(from.path), path);
  if (beside !== undefined && (await tree.listPresent([beside])).has(beside)) {
    return [{ file: beside }];
  }
  const found = await findBySuffix(path, from.path, tree);
  return found ?? (isSystem ? "foreign" : undefined);
};

async function findBySuffix(
  path: string,
  from: string,
  tree: ModuleTree,
): Promise<readonly ModulePlace[] | undefined> {
  const suffix = joinTreePath("", path.replace(/^(?:\.\.?\/)+/, ""));
  if (suffix === undefined || suffix === "") return undefined;
  const name = suffix.slice(suffix.lastIndexOf("/") + 1);
  const ending = (await tree.listNamed(name)).slice(0, MAX_NAMED)
    .filter((one) => one === suffix || one.endsWith(`/${suffix}`));
  const [nearest] = ending.toSorted((a, b) =>
    countShared(b, from) - countShared(a, from) || a.length - b.length || (a < b ? -1 : 1)
  );
  return nearest === undefined ? undefined : [{ file: nearest }];
}

/** Returns how many folders two paths share from the root on. */
function countShared(a: string, b: string): number {
  const others = b.split("/");
  const parts = a.split("/");
  const apart = parts.findIndex((part, at) => part !== others[at]);
  return apart < 0 ? parts.length : apart;
}
