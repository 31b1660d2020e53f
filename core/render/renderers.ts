import { JSON_RENDERER } from "./json.ts";
import { MARKDOWN_RENDERER } from "./markdown.ts";
import type { Renderer, RenderFormat } from "./renderer.ts";
import { XML_RENDERER } from "./xml.ts";

/** Every renderer, the default first. */
export const RENDERERS: readonly Renderer[] = [MARKDOWN_RENDERER, JSON_RENDERER, XML_RENDERER];

/** Returns the renderer of a format. */
export function findRenderer(name: RenderFormat): Renderer;
/** Returns the renderer called `name`, or `undefined` when there is none. */
export function findRenderer(name: string): Renderer | undefined;
export function findRenderer(name: string): Renderer | undefined {
  return RENDERERS.find((renderer) => renderer.name === name);
}
