/**
 * Renders a bundle as the prompt of an agent, with the template of the project.
 *
 * @module
 */

export { openRenderer, type RenderOptions } from "./open_renderer.ts";
