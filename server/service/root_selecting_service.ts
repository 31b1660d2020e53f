import { findRoot } from "@dossier/retrieval/root";
import { findServedRoot, findServedRoots, nameRoots, resolveServedRoots } from "./roots.ts";
import type { SeveralRequest } from "@dossier/retrieval/several";
import type { CallOperation, CallOptions, ServedRoot, Service } from "./service.ts";

/** Options of {@link openRootSelectingService}. */
export interface RootSelectingServiceOptions {
  /** Opens a service for some trees, which refuses those that nobody means to have read. */
  readonly open: (roots: readonly ServedRoot[]) => Service;
  /** Whether the trees were named by whoever started it: others are not served then. */
  readonly isFixed: boolean;
}

/**
 * A service whose trees are chosen by the folders that its client works in: among those that were named, or
 * else the roots of these folders, each once.
 */
export interface RootSelectingService extends Service {
  /**
   * Serves what the folders of the client choose; what they leave, and folders that are not there, are
   * passed over, and without any it is the trees of the start.
   *
   * @param uris The folders, as URIs; others than of files are passed over.
   */
  selectRoots(uris: readonly string[]): void;
}

/** Returns a service that serves some trees until its client says which folders it works in. */
export function openRootSelectingService(
  start: readonly ServedRoot[],
  { open, isFixed }: RootSelectingServiceOptions,
): RootSelectingService {
  // Kept until the end, as calls may be under way.
  const opened = new Map<string, Service>();
  const openOnce = (roots: readonly ServedRoot[]) => {
    const key = JSON.stringify(roots.map(({ path }) => path));
    const service = opened.get(key) ?? open(roots);
    opened.set(key, service);
    return service;
  };
  let service = openOnce(start);
  let { roots } = service;
  const first = roots;
  return {
    call: (async (operation: string, request: SeveralRequest, options?: CallOptions) => {
      if (request.repositories !== undefined) {
        const repositories = findServedRoots(roots, request.repositories).map(({ name }) => name);
        return await service.call(operation, { ...request, repositories }, options);
      }
      const { name: root } = findServedRoot(roots, request.root);
      return await service.call(operation, { ...request, root }, options);
    }) as CallOperation,
    get roots() {
      return roots;
    },
    readiness: () =>
      service.readiness().filter(({ name }) => roots.some((root) => root.name === name)),
    selectRoots(uris) {
      const folders = resolveServedRoots(nameRoots(uris.flatMap(toFolder).filter(isFolder)));
      if (!isFixed) {
        const own = nameRoots(folders.map(({ path }) => findRoot(path)));
        service = openOnce(own.length > 0 ? own : start);
        roots = service.roots;
        return;
      }
      const chosen = first.filter(({ path }) =>
        folders.some((folder) => isWithin(folder.path, path) || isWithin(path, folder.path))
      );
      roots = chosen.length > 0 ? chosen : first;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...opened.values()].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/** Returns the path that the URI of a file names, and nothing for another one. */
function toFolder(uri: string): string[] {
  const url = URL.parse(uri);
  if (url?.protocol !== "file:" || url.host !== "") return [];
  try {
    return [decodeURIComponent(url.pathname)];
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}
