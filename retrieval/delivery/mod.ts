/**
 * What is given: packed with its secrets masked, rendered, and recorded.
 *
 * @module
 */

export { openEstimator } from "./open_estimator.ts";
export {
  DEFAULT_BUDGET_TOKENS,
  openPayment,
  packBundle,
  type PaymentOptions,
} from "./pack_bundle.ts";
export { Deliveries, type Delivery, type DeliveryOptions } from "./record/deliveries.ts";
export type { MeasureOptions } from "./record/measure_records.ts";
export type { Round } from "./record/open_round.ts";
export type { InjectionLog } from "./record/record_log.ts";
export type { RestoredInjection } from "./record/restore_record.ts";
