import { listRangesAndGaps } from "../fragment/elide.ts";
import type { UnhashedFragment } from "../fragment/fragment.ts";
import type { TextRenderer } from "./renderer.ts";

/**
 * Returns a renderer that writes the number of each shown line in front of it, with a tab between
 * them as in `cat -n`. Otherwise agents read a passage again only for its numbers. Text that is not
 * lines of a file has no numbers.
 */
export function withLineNumbers(renderer: TextRenderer): TextRenderer {
  return {
    ...renderer,
    renderFragment: (fragment) => renderer.renderFragment(numberLines(fragment)),
    render: (bundle, estimator) =>
      renderer.render({ ...bundle, fragments: bundle.fragments.map(numberLines) }, estimator),
  };
}

/**
 * Returns a fragment with a 1-based number in front of each line of its text. It is unchanged when
 * its text is not lines of a file, such as an outline, or does not have all the lines of its
 * location.
 */
export function numberLines(fragment: UnhashedFragment): UnhashedFragment {
  const { location, form, text } = fragment;
  if (location === undefined || (form !== "whole" && form !== "snippet")) return fragment;
  // A mark replaces omitted lines and states their numbers.
  const numbers = listRangesAndGaps(location).flatMap(({ startLine, endLine, isGap }) =>
    isGap ? [""] : Array.from({ length: endLine - startLine + 1 }, (_, i) => `${startLine + i}\t`)
  );
  const lines = text.split("\n");
  if (lines.length !== numbers.length) return fragment;
  return { ...fragment, text: lines.map((line, i) => numbers[i] + line).join("\n") };
}
