import type { RepositoriesRequest } from "@dossier/retrieval/several";
import type { ServiceWithEvents } from "../events/mod.ts";
import { ServerError } from "../problem/mod.ts";
import {
  type CallOperation,
  type CallOptions,
  findServedRoot,
  findServedRoots,
} from "../service/mod.ts";
import { isAccessible, type RootAccess } from "../request/mod.ts";

/**
 * Returns a service with only the roots that a caller may access. It reveals neither names nor the
 * number of other roots, and answers requests about them as if they did not exist. Its owner
 * disposes of the original service.
 */
export function limitAccess(
  service: ServiceWithEvents,
  { roots: accessible, together }: RootAccess,
): ServiceWithEvents {
  const listAccessible = () => service.roots.filter(({ name }) => isAccessible(accessible, name));
  const call = async (operation: string, request: RepositoriesRequest, options?: CallOptions) => {
    const { repositories } = request;
    if (repositories === undefined) {
      const { name: root } = findServedRoot(listAccessible(), request.root);
      return await service.call(operation, { ...request, root }, options);
    }
    const allowed = listAccessible().filter(({ name }) => isAccessible(together, name));
    if (allowed.length === 0) {
      throw new ServerError(
        "root-unknown",
        "Cannot answer from several repositories as this token names none: " +
          'name one as "root", or use a token with "repositories"',
      );
    }
    const names = findServedRoots(allowed, repositories).map(({ name }) => name);
    return await service.call(operation, { ...request, repositories: names }, options);
  };
  return {
    events: service.events,
    call: call as CallOperation,
    get roots() {
      return listAccessible();
    },
    readiness: () => service.readiness().filter(({ name }) => isAccessible(accessible, name)),
    followTriggers: undefined,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
