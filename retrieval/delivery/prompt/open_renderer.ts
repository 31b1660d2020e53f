import type { Renderer, RenderFormat, TextRenderer } from "@dossier/core";
import { findRenderer, findTextRenderer } from "@dossier/core/render";
import { textHash } from "../../machine/mod.ts";

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

/**
 * Returns the SHA-256 of the template that texts of a format are written with, in lower-case hexadecimal;
 * undefined for a format that has none.
 *
 * @param root Absolute path of the project, which may have a template of its own.
 * @throws {RetrievalError} `invalid-prompt` for a template that can not be read.
 */
export async function hashTemplate(format: string, root: string): Promise<string | undefined> {
  if (format !== "prompt") return undefined;
  // Imported only here, with the library for templates.
  const { readPromptTemplate } = await import("./open_prompt_renderer.ts");
  return await textHash(readPromptTemplate(root));
}
