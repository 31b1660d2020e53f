import type { SeveralRequest } from "@dossier/retrieval/several";
import type { TellingService } from "../events/mod.ts";
import { ServerError } from "../problem/mod.ts";
import {
  type CallOperation,
  type CallOptions,
  findServedRoot,
  findServedRoots,
} from "../service/mod.ts";
import { isInSight, type Sight } from "../request/mod.ts";

/**
 * Returns a service that has only the roots that a caller may see: of others there is neither name nor number, and
 * what is asked of them is answered as what is asked of a root that there is not. What it is made of is closed by its
 * owner.
 */
export function limitSight(
  service: TellingService,
  { roots: seen, together }: Sight,
): TellingService {
  const listSeen = () => service.roots.filter(({ name }) => isInSight(seen, name));
  const call = async (operation: string, request: SeveralRequest, options?: CallOptions) => {
    const { repositories } = request;
    if (repositories === undefined) {
      const { name: root } = findServedRoot(listSeen(), request.root);
      return await service.call(operation, { ...request, root }, options);
    }
    const allowed = listSeen().filter(({ name }) => isInSight(together, name));
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
      return listSeen();
    },
    readiness: () => service.readiness().filter(({ name }) => isInSight(seen, name)),
    followTriggers: undefined,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
