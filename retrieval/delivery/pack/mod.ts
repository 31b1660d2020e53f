/**
 * Packs candidates into a bundle within a budget of tokens, with secrets masked.
 *
 * @module
 */

export { openEstimator } from "./open_estimator.ts";
export {
  DEFAULT_BUDGET_TOKENS,
  openPackingOptions,
  packBundle,
  type PackingOptions,
} from "./pack_bundle.ts";
