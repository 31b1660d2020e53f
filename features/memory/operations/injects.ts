import {
  booleanField,
  choiceField,
  JSON_TYPE,
  objectField,
  type Operation,
  type RequestOf,
  required,
  textField,
  UsageError,
  withFacts,
  withFlag,
} from "@dossier/retrieval/operation";
import type { Engine } from "@dossier/retrieval/engine";
import { nameField, ROOT_FIELD, sessionField } from "@dossier/retrieval/fields";
import type { DeadReason, OfferedInject } from "../core/mod.ts";
import { MEMORY_PROBLEMS, useSession } from "./shared.ts";

/** Maximum number of characters of a text. */
const MAX_TEXT = 20_000;

const NO_TEXT = "Cannot send an empty text to a session: add the text";

const INJECT_FIELDS = {
  root: ROOT_FIELD,
  session: required(
    withFlag(sessionField("The receiving session"), "--session ID", "The receiving session"),
  ),
  text: required(
    withFacts(
      textField("The text for its agent", {
        max: MAX_TEXT,
        pattern: [/\S/, "Write at least one word"],
      }),
      {
        operands: { what: "the text", none: NO_TEXT },
      },
    ),
  ),
  kind: choiceField("The sender: a user or memory", ["user", "memory"]),
  turn: nameField("The turn that it responds to"),
};

/** The result of queuing a text for a session. */
export interface Injected {
  /** Id of the text; its agent gets it once. */
  readonly delivery: string;
  /** True when the session had no such text before. */
  readonly isNew: boolean;
}

/** Adds a text to the queue of a running session. */
export const INJECT_OPERATION: Operation<RequestOf<typeof INJECT_FIELDS>, Injected, Engine> = {
  name: "inject",
  summary: "Sends a text to the agent of a running session, once",
  fields: INJECT_FIELDS,
  component: "InjectRequest",
  access: "write",
  async run(engine, { session, text, kind = "user", turn }) {
    return await useSession(engine, session, async (place) => {
      const { enqueueInject } = await import("../store/mod.ts");
      const { maskValue } = await import("@dossier/retrieval/secrets");
      const shown = await maskValue(text, "the text");
      return (await enqueueInject(place, { session, text: shown, kind, turn }))!;
    });
  },
  http: {
    method: "post",
    path: "/v1/sessions/{session}/injects",
    answers: [{
      type: JSON_TYPE,
      schema: "Injected",
      fields: {
        delivery: required(nameField("Id of the text")),
        isNew: required(booleanField("True when the session had no such text before")),
      },
    }],
    problems: [...MEMORY_PROBLEMS, "invalid-session"],
  },
  commands: [{
    name: "inject",
    operands: "TEXT",
    permissions: "answer",
    examples: ['deno task inject --session web-7 "The branch was rebased: fetch before you push"'],
    resolve(request, { words }) {
      if (request.session === undefined) {
        throw new UsageError("Cannot send a text without a session: add --session ID");
      }
      if (words.join("").trim() === "") throw new UsageError(NO_TEXT);
      if (words.join(" ").length > MAX_TEXT) {
        throw new UsageError(`Cannot send a session more than ${MAX_TEXT} characters at once`);
      }
      return request;
    },
    text: ({ delivery, isNew }) =>
      isNew ? `Queued as ${delivery}.\n` : `The session has this text already, as ${delivery}.\n`,
  }],
};

/** The reasons in `core/terminal_notice.ts`. */
const DEAD_REASONS: readonly DeadReason[] = [
  "channel-not-driven",
  "surface-cannot-accept-notices",
  "attempt-cap-exceeded",
  "harness-exposed-no-channel",
  "not-consumed",
];

const REFRESH_FIELDS = {
  root: ROOT_FIELD,
  session: required(sessionField("The session of the worker")),
  worker: required(
    nameField("The worker; a text that it is offered is reserved for it for a minute"),
  ),
  issue: nameField("The issue in work"),
  acknowledged: nameField("The delivery that its agent has"),
  undeliverable: objectField("A delivery that cannot reach its agent, and is not offered again", {
    delivery: required(nameField("Its id")),
    reason: required(choiceField<DeadReason>("The reason", DEAD_REASONS)),
  }),
};

/** The response to a heartbeat of a worker. */
export interface Refreshed {
  /** True when the session still belongs to the worker: always, as others assign sessions. */
  readonly refreshed: boolean;
  readonly stop: boolean;
  /** The oldest text that is not acknowledged. */
  readonly inject?: {
    readonly deliveryId: string;
    readonly text: string;
    readonly kind: OfferedInject["kind"];
    readonly turn?: string;
  };
}

/**
 * Handles the heartbeat of a worker: acknowledges the text of its agent, and offers the next one.
 */
export const REFRESH_OPERATION: Operation<RequestOf<typeof REFRESH_FIELDS>, Refreshed, Engine> = {
  name: "refresh",
  summary:
    "Receives the heartbeat of a session's worker, and offers it the next text for its agent",
  fields: REFRESH_FIELDS,
  component: "RefreshRequest",
  access: "write",
  async run(engine, { session, worker, acknowledged, undeliverable }) {
    return await useSession<Refreshed>(engine, session, async (place) => {
      const { acknowledgeInject, abandonInject } = await import("../store/mod.ts");
      const { offerUsable } = await import("../usable_inject.ts");
      if (undeliverable !== undefined) await abandonInject(place, { session, ...undeliverable });
      // Requested in parallel, both are written in one transaction, in this order.
      const [, offer] = await Promise.all([
        acknowledged !== undefined &&
        acknowledgeInject(place, { session, delivery: acknowledged }),
        offerUsable(place, { session, worker, withLease: (work) => work(engine) }),
      ]);
      if (offer === undefined) return { refreshed: true, stop: false };
      const { deliveryId, text, kind, turnId } = offer;
      const turn = turnId === undefined ? {} : { turn: turnId };
      return { refreshed: true, stop: false, inject: { deliveryId, text, kind, ...turn } };
    }, { refreshed: true, stop: false });
  },
  http: {
    method: "post",
    path: "/v1/sessions/{session}/refresh",
    answers: [{
      type: JSON_TYPE,
      schema: "Refreshed",
      fields: {
        refreshed: required(booleanField("True when the session still belongs to the worker")),
        stop: required(booleanField("True when the worker must stop")),
        inject: objectField("The oldest text that is not acknowledged", {
          deliveryId: required(nameField("Acknowledge it when the agent has the text")),
          text: required(textField("The text for the agent")),
          kind: required(choiceField("The sender", ["user", "memory"])),
          turn: nameField("The turn that it responds to"),
        }),
      },
    }],
    problems: [...MEMORY_PROBLEMS, "invalid-session"],
  },
};
