import type { JsonValue } from "@dossier/core/text";
import type { State } from "./open_state.ts";

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

/** Does what follows from a delivery, in the transaction of the caller. */
export type DeliveryHandler = (
  state: State,
  payload: JsonValue,
  delivered: DeliveredRecord,
) => void;

/** What loads the handler of each topic. */
export type DeliveryHandlers = Readonly<Record<string, () => Promise<DeliveryHandler>>>;
