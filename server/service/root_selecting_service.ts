import { findRoot } from "@dossier/retrieval/root";
import { findServedRoot, findServedRoots, nameRoots, resolveServedRoots } from "./roots.ts";
import type { RepositoriesRequest } from "@dossier/retrieval/several";
import type { CallOperation, CallOptions, ServedRoot, Service } from "./service.ts";

/** Options of {@link openRootSelectingService}. */
export interface RootSelectingServiceOptions {
  /** Opens a service for some trees, which refuses trees that are unlikely to be intended. */
  readonly open: (roots: readonly ServedRoot[]) => Service;
  /** True when the user named the trees at the start. Then no others are served. */
  readonly isFixed: boolean;
}

/**
 * Service whose trees are selected by the folders of its client: some of the named trees, or else
 * the roots of these folders, each once.
 */
export interface RootSelectingService extends Service {
  /**
   * Serves the trees that the client's folders select. Missing folders are ignored. Without any
   * folder, the trees of the start are served.
   *
   * @param uris Folders as URIs. URIs with another scheme than `file` are ignored.
   */
  selectRoots(uris: readonly string[]): void;
}

/** Returns a service that serves some trees until its client sends its folders. */
export function openRootSelectingService(
  start: readonly ServedRoot[],
  { open, isFixed }: RootSelectingServiceOptions,
): RootSelectingService {
  // Kept until the end, as calls may be running.
  const opened = new Map<string, Service>();
  const openOnce = (roots: readonly ServedRoot[]) => {
    const key = JSON.stringify(roots.map(({ path }) => path));
    const service = opened.get(key) ?? open(roots);
    opened.set(key, service);
    return service;
  };
  let service = openOnce(start);
  let { roots } = service;
  const startRoots = roots;
  return {
    call: (async (operation: string, request: RepositoriesRequest, options?: CallOptions) => {
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
        const clientRoots = nameRoots(folders.map(({ path }) => findRoot(path)));
        service = openOnce(clientRoots.length > 0 ? clientRoots : start);
        roots = service.roots;
        return;
      }
      const chosen = startRoots.filter(({ path }) =>
        folders.some((folder) => isWithin(folder.path, path) || isWithin(path, folder.path))
      );
      roots = chosen.length > 0 ? chosen : startRoots;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...opened.values()].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

/** Returns the path in a `file` URI, and nothing for another one. */
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
