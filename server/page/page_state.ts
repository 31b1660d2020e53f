import { findServedRoot } from "../service/find_served_root.ts";
import type { Service } from "../service/service.ts";
import type { PageState } from "./page_frame.tsx";

/**
 * Returns what a page about a root is drawn from; without a name it is the first one that is served. An
 * index that can not be told, as of a broken configuration, does not keep the rest from being shown.
 *
 * @throws {ServerError} `root-unknown`.
 */
export async function readPageState(
  service: Service,
  { root, now, signal }: {
    readonly root: string | undefined;
    readonly now: number;
    readonly signal?: AbortSignal;
  },
): Promise<PageState> {
  const { roots } = service;
  const { name } = findServedRoot(roots, root ?? roots[0]?.name);
  const index = await service.status({ root: name }, { signal }).catch(() => undefined);
  return { roots, root: name, index, now };
}
