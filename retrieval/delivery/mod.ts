/**
 * Delivers context: packs it with secrets masked (`pack/`), renders it (`prompt/`), and records it
 * (`record/`) in the durable state (`state/`).
 *
 * @module
 */

export {
  Deliveries,
  type DeliveryFeature,
  type DeliveryOptions,
  preloadDeliveries,
} from "./record/deliveries.ts";
export type { Delivery } from "./record/record_bundle.ts";
export type { MeasureOptions } from "./record/measure_injections.ts";
export type { Round } from "./record/open_round.ts";
export type { InjectionLog } from "./record/injection_log.ts";
export type { RestoredInjection } from "./record/restore_injection.ts";
