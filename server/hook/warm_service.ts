import { openPooledService, type PooledServiceOptions } from "../pool/mod.ts";
import type { ServedRoot, Service } from "../service/mod.ts";
import { openHookDoor } from "./hook_door.ts";
import type { HostSessions } from "./host_sessions.ts";

/** Options of {@link openWarmService}. */
export interface WarmServiceOptions extends PooledServiceOptions {
  /** Is told of the sessions whose hooks are answered. */
  readonly sessions?: HostSessions | undefined;
  /** Called with the reason why hooks are not answered, as where the network is not allowed. */
  readonly onNoHooks?: ((error: unknown) => void) | undefined;
}

/**
 * Returns a service that keeps the indexes of its trees up to date in the background from now on, and answers hooks
 * of their sessions as well. Hooks are not answered without a cache folder, in which they find the service, nor with
 * policies of the system, which hooks do not read.
 */
export function openWarmService(
  roots: readonly ServedRoot[],
  { onNoHooks = () => {}, sessions, ...options }: WarmServiceOptions,
): Service {
  const service = openPooledService(roots, options);
  const { cache, spaces: { home, system = [] } = {} } = options;
  const opening = cache === undefined || system.length > 0
    ? undefined
    : openHookDoor(service, { cache, home, sessions }).catch(onNoHooks);
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      const door = await opening;
      if (door) await door[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
