import type { ServedRoot } from "./service.ts";

/**
 * Returns the trees with their real paths, as they are at the start: a link that takes a tree's place
 * later leads to what nobody chose to serve. A tree that is not there keeps the path it was given.
 */
export function settleRoots(roots: readonly ServedRoot[]): readonly ServedRoot[] {
  return roots.map(({ name, path }) => ({ name, path: realPath(path) ?? path }));
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
