import type { Bundle, Passage, UnhashedBundle } from "../pack/bundle.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";

/** The formats a bundle is rendered in. */
export type RenderFormat = "markdown" | "json" | "xml" | "prompt";

/** Turns a bundle into text. */
export interface Renderer {
  /** The name a caller chooses it by. */
  readonly name: RenderFormat;
  /** Media type of the text. */
  readonly mediaType: string;
  /**
   * Returns the text: empty, or ending in one newline.
   *
   * @param estimator Counts what still fits the bundle's budget; the one that the budget names.
   */
  render(bundle: Bundle, estimator: TokenEstimator): string;
}

/** A renderer for models: its text is what the budget is spent on. */
export interface TextRenderer extends Renderer {
  /**
   * Returns the text. Omissions and notes are told at the end as far as they fit the budget;
   * passages are not dropped here. A bundle without passages whose frame does not fit is empty.
   */
  render(bundle: UnhashedBundle, estimator: TokenEstimator): string;
  /** Returns the block of one passage exactly as it stands in the text. */
  renderPassage(passage: Passage): string;
}
