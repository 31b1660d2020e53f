import type { JsonValue } from "@dossier/core/text";
import type { Sql, StateStore } from "./state_store.ts";

/** Event of the delivery of a bundle, for a feature. */
export interface DeliveryEvent {
  /** Topic, such as `tiers`, named by the feature that handles it. */
  readonly topic: string;
  readonly payload: JsonValue;
}

/** Record of the delivery that an event belongs to. */
export interface DeliveredRecord {
  /** Number of the record of the bundle. */
  readonly record: number;
  /** Time of the record, in milliseconds since 1970. */
  readonly time: number;
}

/** Handler of events of one topic. */
export interface DeliveryHandler {
  /**
   * Handles an event, in the transaction that removes it from the outbox: both happen once, or
   * neither.
   */
  handle(sql: Sql, payload: JsonValue, delivered: DeliveredRecord): Promise<void>;
  /**
   * Undoes the effect of an event, in the transaction that marks the record as not sent. Most
   * records have no such event.
   */
  withdraw?(sql: Sql, record: number): Promise<void>;
}

/** Functions that load the handler of each topic. */
export type DeliveryHandlers = Readonly<Record<string, () => Promise<DeliveryHandler>>>;

const INSERT = "INSERT INTO outbox (record, time, topic, payload) VALUES (?, ?, ?, ?)";
const SELECT = "SELECT id, record, time, topic, payload FROM outbox ORDER BY id";
const DELETE = "DELETE FROM outbox WHERE id = ?";

type Row = DeliveredRecord & {
  readonly id: number;
  readonly topic: string;
  readonly payload: string;
};

/** Puts events into the outbox, in the transaction of the record that they belong to. */
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
 * Handles all events in the outbox, also those of a process that was killed. Events of topics
 * without a handler stay for a program that has their feature.
 *
 * @throws {RetrievalError} Errors of the state. Events that could not be handled are left for the
 * next time.
 */
export async function handleOutbox(state: StateStore, handlers: DeliveryHandlers): Promise<void> {
  const waiting = await state.read((sql) => sql.all<Row>(SELECT));
  for (const { id, topic, payload, record, time } of waiting) {
    const handler = await handlers[topic]?.();
    if (handler === undefined) continue;
    await state.write(async (sql) => {
      // Another process may have handled it since.
      const { changes } = await sql.run(DELETE, id);
      if (changes > 0) await handler.handle(sql, state.parse(payload), { record, time });
    });
  }
}
