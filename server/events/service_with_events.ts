import type { SeveralRequest } from "@dossier/retrieval/several";
import { loadOperation } from "../operations/mod.ts";
import {
  type CallOperation,
  type CallOptions,
  findServedRoot,
  type Service,
} from "../service/mod.ts";
import { EventFeed } from "./event_feed.ts";

/** A service, and what is told while it gives contexts. */
export interface ServiceWithEvents extends Service {
  readonly events: EventFeed;
}

/**
 * Returns a service that tells what its operations give, as each of them says it, and which triggers are set off; it is
 * disposed of with the one that it is made of. What somebody only looks at is not told: a prompt that is composed in
 * part, and a bundle that is not recorded.
 */
export function addEvents(
  service: Service,
  events: EventFeed = new EventFeed(),
): ServiceWithEvents {
  const call = async (name: string, request: SeveralRequest, options?: CallOptions) => {
    const answer = await service.call(name, request, options);
    const { events: listEvents } = await loadOperation(name);
    // What several trees give together is told of none of them, as none keeps a record of it.
    if (listEvents === undefined || request.repositories !== undefined) return answer;
    const root = findServedRoot(service.roots, request.root).name;
    for (const { kind, data } of listEvents(answer, request)) events.emit(root, kind, data);
    return answer;
  };
  service.followTriggers?.((root, triggers) => events.emit(root, "triggers_fired", { triggers }));
  return {
    events,
    call: call as CallOperation,
    // Its trees may change, so that none of them is copied.
    get roots() {
      return service.roots;
    },
    readiness: () => service.readiness(),
    followTriggers: service.followTriggers,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
