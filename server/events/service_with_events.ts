import type { RepositoriesRequest } from "@dossier/retrieval/several";
import { loadOperation } from "../operations/mod.ts";
import {
  type CallOperation,
  type CallOptions,
  findServedRoot,
  type Service,
} from "../service/mod.ts";
import { EventFeed } from "./event_feed.ts";

/** Service, with the events that it emits while it delivers contexts. */
export interface ServiceWithEvents extends Service {
  readonly events: EventFeed;
}

/**
 * Returns a service that emits the events of its operations, as each operation defines them, and
 * the triggers that are fired. Disposing of it disposes of the original service. Previews emit no
 * events: a prompt that is composed in part, and a bundle that is not recorded.
 */
export function addEvents(
  service: Service,
  events: EventFeed = new EventFeed(),
): ServiceWithEvents {
  const call = async (name: string, request: RepositoriesRequest, options?: CallOptions) => {
    const answer = await service.call(name, request, options);
    const { events: listEvents } = await loadOperation(name);
    // A bundle of several trees emits no event, as no tree keeps a record of it.
    if (listEvents === undefined || request.repositories !== undefined) return answer;
    const root = findServedRoot(service.roots, request.root).name;
    for (const { kind, data } of listEvents(answer, request)) events.emit(root, kind, data);
    return answer;
  };
  service.followTriggers?.((root, triggers) => events.emit(root, "triggers_fired", { triggers }));
  return {
    events,
    call: call as CallOperation,
    // The roots may change, so they are not copied.
    get roots() {
      return service.roots;
    },
    readiness: () => service.readiness(),
    followTriggers: service.followTriggers,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
