import type { UnhashedFragment } from "../fragment/fragment.ts";
import type { Bundle, UnhashedBundle } from "../pack/bundle.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";

/** The formats a bundle is rendered in. */
export type RenderFormat = "markdown" | "json" | "xml" | "prompt";

/** Turns a bundle into text. */
export interface Renderer {
  /** The name of the format. */
  readonly name: RenderFormat;
  /** Media type of the text. */
  readonly mediaType: string;
  /**
   * Returns the text: empty, or ending in one newline.
   *
   * @param estimator The estimator that the budget names.
   */
  render(bundle: Bundle, estimator: TokenEstimator): string;
}

/** A renderer for models: the budget is for its text. */
export interface TextRenderer extends Renderer {
  /**
   * Returns the text, with as many omissions and notes at its end as fit the budget. Fragments are never
   * dropped here. The text is empty when there are no fragments and the frame does not fit.
   */
  render(bundle: UnhashedBundle, estimator: TokenEstimator): string;
  /** Returns the block of a fragment exactly as in the text. */
  renderFragment(fragment: UnhashedFragment): string;
}
