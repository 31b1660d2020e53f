import type { JsonValue } from "@dossier/core/text";
import type { Sql, StateStore } from "./state_store.ts";

/** Something that follows from the delivery of a bundle. */
export interface DeliveryEvent {
  /** What it is about, such as `tiers`; the feature that handles it names it. */
  readonly topic: string;
  readonly payload: JsonValue;
}

/** What an event follows from. */
export interface DeliveredRecord {
  /** Number of the record of the bundle. */
  readonly record: number;
  /** When it was recorded, in milliseconds since 1970. */
  readonly time: number;
}

/** Does what follows from deliveries. */
export interface DeliveryHandler {
  /** Does it, in the transaction that takes the event out of the outbox: all of it happens once, or nothing. */
  handle(sql: Sql, payload: JsonValue, delivered: DeliveredRecord): Promise<void>;
  /** Takes it back, in the transaction that says that a record was not sent after all; most have no such event. */
  withdraw?(sql: Sql, record: number): Promise<void>;
}

/** What loads the handler of each topic. */
export type DeliveryHandlers = Readonly<Record<string, () => Promise<DeliveryHandler>>>;

const INSERT = "INSERT INTO outbox (record, time, topic, payload) VALUES (?, ?, ?, ?)";
const SELECT = "SELECT id, record, time, topic, payload FROM outbox ORDER BY id";
const DELETE = "DELETE FROM outbox WHERE id = ?";

type Row = DeliveredRecord & {
  readonly id: number;
  readonly topic: string;
  readonly payload: string;
};

/** Leaves events in the outbox, in the transaction that records what they follow from. */
export async function postEvents(
  sql: Sql,
  events: readonly DeliveryEvent[],
  { record, time }: DeliveredRecord,
): Promise<void> {
  for (const { topic, payload } of events) {
    await sql.run(INSERT, record, time, topic, JSON.stringify(payload));
  }
}

/**
 * Does what is left in the outbox, whoever left it there, as one who was killed; events of topics that nobody handles
 * stay, for whoever has their feature.
 *
 * @throws {RetrievalError} What is wrong with the state; what could not be done is left for the next time.
 */
export async function handleOutbox(state: StateStore, handlers: DeliveryHandlers): Promise<void> {
  const waiting = await state.read((sql) => sql.all<Row>(SELECT));
  for (const { id, topic, payload, record, time } of waiting) {
    const handler = await handlers[topic]?.();
    if (handler === undefined) continue;
    await state.write(async (sql) => {
      // Another process may have done it since.
      const { changes } = await sql.run(DELETE, id);
      if (changes > 0) await handler.handle(sql, state.parse(payload), { record, time });
    });
  }
}
