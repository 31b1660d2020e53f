import { FEATURES } from "@dossier/features";
import type { DoorHandler } from "@dossier/retrieval/door";
import { openDoor } from "@dossier/retrieval/open-door";
import type { ServedRoot, Service } from "../service/mod.ts";
import { openPooledService, type PooledServiceOptions } from "./pooled_service.ts";

/** Options of {@link openWarmService}. */
export interface WarmServiceOptions extends PooledServiceOptions {
  /** Command that runs the service, which its door announces. */
  readonly name: string;
  /** Handlers of the requests that programs of this user send to the door. */
  readonly handlers: readonly DoorHandler[];
  /** Called with the reason why the door does not open, such as a network that is not allowed. */
  readonly onDoorFailure?: ((error: unknown) => void) | undefined;
  /** Called when the door has closed because the files of the program were changed. */
  readonly onProgramChanged?: (() => void) | undefined;
}

/** Returns the door handlers of the features, for the services of one process. */
export async function loadDoorHandlers(): Promise<readonly DoorHandler[]> {
  const handlers = await Promise.all(FEATURES.map((feature) => feature.doorHandler?.()));
  return handlers.filter((each) => each !== undefined);
}

/**
 * Returns a service that keeps the indexes of its trees up to date in the background from now on,
 * and opens a door for other programs. There is no door without a cache folder, where programs find
 * it, and none with policies of the system, which these programs do not read.
 */
export function openWarmService(
  roots: readonly ServedRoot[],
  { onDoorFailure = () => {}, onProgramChanged, handlers, name, ...options }: WarmServiceOptions,
): Service {
  const service = openPooledService(roots, options);
  const { cache, anyRoot, spaces: { home, system = [] } = {} } = options;
  const opening = cache === undefined || system.length > 0
    ? undefined
    : openDoor(service, { handlers, name, cache, home, anyRoot, onChanged: onProgramChanged })
      .catch(onDoorFailure);
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await (await opening)?.[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
