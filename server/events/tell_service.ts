import type { Bundle } from "@dossier/core";
import {
  type CallOptions,
  findServedRoot,
  type RenderedBundle,
  type RenderedPrompt,
  type Service,
} from "../service/mod.ts";
import type { ContextRequest, RootRequest } from "../schema/mod.ts";
import { EventFeed } from "./event_feed.ts";

/** A service, and what is told while it gives contexts. */
export interface TellingService extends Service {
  readonly events: EventFeed;
}

/** What one event names of what was left out. */
const MAX_SKIPPED = 100;

/**
 * Returns a service that tells what is given by `compose`, `context`, `need` and `resource`, and which triggers are set
 * off; it is disposed of with the one that it is made of. What somebody only looks at is not told: a prompt that is
 * composed in part, and a bundle that is not recorded.
 */
export function tellService(service: Service, events: EventFeed = new EventFeed()): TellingService {
  /** Has what is given told before it is returned. */
  const telling = <Request extends RootRequest, Given>(
    give: (request: Request, options?: CallOptions) => Promise<Given>,
    tell: (given: Given, root: string, request: Request) => void,
  ) =>
  async (request: Request, options?: CallOptions): Promise<Given> => {
    const given = await give(request, options);
    tell(given, findServedRoot(service.roots, request.root).name, request);
    return given;
  };
  const tellBundle = (
    { bundle }: RenderedBundle,
    root: string,
    { session, record }: Pick<ContextRequest, "session" | "record">,
  ) => {
    if (record === false) return;
    events.tell(root, "context_injected", { ...nameSession(session), ...describeBundle(bundle) });
  };
  const told: Pick<Service, "compose" | "context" | "need" | "resource"> = {
    compose: telling(service.compose, (composed, root, { partial = false }) => {
      if (!partial) tellPrompt(events, root, composed);
    }),
    context: telling(service.context, tellBundle),
    need: telling(service.need, tellBundle),
    resource: telling(service.resource, ({ uri, text, tokens }, root, { session }) => {
      const block = { id: uri, position: "before", chars: countChars(text), tokens };
      events.tell(root, "context_injected", {
        ...nameSession(session),
        ...{ before: [uri], after: [], blocks: [{ ...block, source: "manifest" }], skipped: [] },
      });
    }),
  };
  service.followTriggers?.((root, triggers) => events.tell(root, "triggers_fired", { triggers }));
  // Its trees may change, so that nothing of it is copied.
  return Object.assign(Object.create(service) as Service, told, { events });
}

function tellPrompt(events: EventFeed, root: string, composed: RenderedPrompt): void {
  const { profile, events: { systemPrompt, contextInjected } } = composed;
  if (systemPrompt !== undefined) events.tell(root, "system_prompt", { profile, ...systemPrompt });
  events.tell(root, "context_injected", { profile, ...contextInjected });
}

/** Returns what is told of a bundle in the fields that are told of a composed message. */
function describeBundle({ fragments, omitted, record }: Bundle) {
  const sourcesAt = (position: "before" | "after") =>
    fragments.filter((each) => each.position === position).map(({ source }) => source);
  const more = Math.max(omitted.length - MAX_SKIPPED, 0);
  return {
    ...(record === undefined ? {} : { record }),
    ...{ before: sourcesAt("before"), after: sourcesAt("after") },
    blocks: fragments.map(({ source: id, position, text, tokens }) => ({
      ...{ id, position, tokens, chars: countChars(text), source: "bundle" },
    })),
    skipped: omitted.slice(0, MAX_SKIPPED).map(({ source: id, reason }) => ({ id, reason })),
    ...(more === 0 ? {} : { moreSkipped: more }),
  };
}

function nameSession(session: string | undefined) {
  return session === undefined ? {} : { session };
}

/** Returns the code points of a text. */
function countChars(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
