/**
 * What is given: packed with its secrets masked (`pack/`), rendered (`prompt/`), and recorded (`record/`, in what
 * `state/` keeps).
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
