import type { Renderer, RenderFormat, TextRenderer } from "@dossier/core";
import { findRenderer, findTextRenderer } from "@dossier/core/render";

/**
 * Returns what writes a bundle in a format.
 *
 * @param root Absolute path of the project, which may have a template for prompts.
 * @throws {RetrievalError} `invalid-prompt`; see `openPromptRenderer()`.
 */
export async function openRenderer(format: RenderFormat, root: string): Promise<Renderer> {
  return format === "prompt" ? await openTextRenderer(format, root) : findRenderer(format);
}

/** Returns what a bundle in a format is packed for; see `findTextRenderer()` and {@link openRenderer}. */
export async function openTextRenderer(format: RenderFormat, root: string): Promise<TextRenderer> {
  if (format !== "prompt") return findTextRenderer(format);
  // Imported only here, with the library for templates.
  const { openPromptRenderer } = await import("./open_prompt_renderer.ts");
  return openPromptRenderer(root);
}
