import type { UnhashedFragment } from "../fragment/fragment.ts";
import type { Bundle, UnhashedBundle } from "../pack/bundle.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";

/** Formats of a rendered bundle. */
export type RenderFormat = "markdown" | "json" | "xml" | "prompt";

/** Renderer of a bundle as text. */
export interface Renderer {
  /** Name of the format. */
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

/** Renderer for models: the budget limits its text. */
export interface TextRenderer extends Renderer {
  /**
   * Returns the text, with as many omissions and notes at its end as fit the budget. Fragments are
   * never dropped here. The text is empty when there are no fragments and the frame does not fit.
   */
  render(bundle: UnhashedBundle, estimator: TokenEstimator): string;
  /** Returns the block of a fragment exactly as in the text. */
  renderFragment(fragment: UnhashedFragment): string;
}
