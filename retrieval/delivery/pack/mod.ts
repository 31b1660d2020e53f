/**
 * What fits into a bundle: packed by the tokens of an estimator, with its secrets masked.
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
