import { type FragmentCandidate, toFragment } from "../fragment/candidate.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";
import { JSON_RENDERER } from "./json.ts";
import { MARKDOWN_RENDERER } from "./markdown.ts";
import type { Renderer, RenderFormat, TextRenderer } from "./renderer.ts";
import { XML_RENDERER } from "./xml.ts";

/** Format that needs only the bundle; a prompt needs a template, too. */
export type PlainFormat = Exclude<RenderFormat, "prompt">;

/** All renderers that need only the bundle, the default first. */
export const RENDERERS: readonly Renderer[] = [MARKDOWN_RENDERER, JSON_RENDERER, XML_RENDERER];

/** Returns the renderer of a format. */
export function findRenderer(name: PlainFormat): Renderer;
/** Returns the renderer called `name`, or `undefined` when there is none. */
export function findRenderer(name: string): Renderer | undefined;
export function findRenderer(name: string): Renderer | undefined {
  return RENDERERS.find((renderer) => renderer.name === name);
}

/** Returns the renderer for whose text a bundle is packed: for JSON, that of Markdown. */
export function findTextRenderer(format: PlainFormat): TextRenderer {
  return format === "xml" ? XML_RENDERER : MARKDOWN_RENDERER;
}

/** Returns a function from a candidate to the tokens of its rendered block. */
export function passageCost(
  renderer: TextRenderer,
  estimator: TokenEstimator,
): (candidate: FragmentCandidate) => number {
  return (candidate) => estimator.count(renderer.renderFragment(toFragment(candidate)));
}
