import { FEATURES } from "@dossier/features";
import type { Doors } from "@dossier/retrieval/feature";
import type { ServedRoot, Service } from "../service/mod.ts";
import { openPooledService, type PooledServiceOptions } from "./pooled_service.ts";

/** Options of {@link openWarmService}. */
export interface WarmServiceOptions extends PooledServiceOptions {
  /** What else opens for programs of this user. */
  readonly doors: readonly Doors[];
  /** Called with the reason why a door does not open, as where the network is not allowed. */
  readonly onNoDoor?: ((error: unknown) => void) | undefined;
}

/** Returns the doors of the features, for the services of one process. */
export async function loadDoors(): Promise<readonly Doors[]> {
  const doors = await Promise.all(FEATURES.map((feature) => feature.doors?.()));
  return doors.filter((each) => each !== undefined);
}

/**
 * Returns a service that keeps the indexes of its trees up to date in the background from now on, and opens doors for
 * other programs. No door opens without a cache folder, in which they find the service, nor with policies of the system,
 * which these programs do not read.
 */
export function openWarmService(
  roots: readonly ServedRoot[],
  { onNoDoor = () => {}, doors, ...options }: WarmServiceOptions,
): Service {
  const service = openPooledService(roots, options);
  const { cache, spaces: { home, system = [] } = {} } = options;
  const opening = cache === undefined || system.length > 0
    ? []
    : doors.map((door) => door.open(service, { cache, home }).catch(onNoDoor));
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      for (const door of await Promise.all(opening)) await door?.[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
