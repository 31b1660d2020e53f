import type { Renderer, RenderFormat, TextRenderer } from "@dossier/core";
import { findRenderer, findTextRenderer, withLineNumbers } from "@dossier/core/render";
import { textHash } from "../../machine/mod.ts";

/** Options of a renderer. */
export interface RenderOptions {
  /**
   * True when shown lines begin with their numbers. JSON has a field with the first line of each
   * passage. @default false
   */
  readonly numbers?: boolean | undefined;
}

/**
 * Returns the renderer of a format.
 *
 * @param root Absolute path of the project, which may have a template for prompts.
 * @throws {RetrievalError} `invalid-prompt`; see `openPromptRenderer()`.
 */
export async function openRenderer(
  format: RenderFormat,
  root: string,
  options: RenderOptions = {},
): Promise<Renderer> {
  return format === "json" ? findRenderer(format) : await openTextRenderer(format, root, options);
}

/**
 * Returns the renderer by which a bundle is packed for a format; see `findTextRenderer()` and
 * {@link openRenderer}.
 */
export async function openTextRenderer(
  format: RenderFormat,
  root: string,
  { numbers = false }: RenderOptions = {},
): Promise<TextRenderer> {
  const renderer = format === "prompt" ? await openPrompt(root) : findTextRenderer(format);
  return numbers ? withLineNumbers(renderer) : renderer;
}

async function openPrompt(root: string): Promise<TextRenderer> {
  // Imported only here, with the library for templates.
  const { openPromptRenderer } = await import("./open_prompt_renderer.ts");
  return openPromptRenderer(root);
}

/**
 * Returns the SHA-256 of the template of a format, in lower-case hexadecimal, or `undefined` for a
 * format without a template.
 *
 * @param root Absolute path of the project, which may have a template for prompts.
 * @throws {RetrievalError} `invalid-prompt` for a template that cannot be read.
 */
export async function hashTemplate(format: string, root: string): Promise<string | undefined> {
  if (format !== "prompt") return undefined;
  // Imported only here, with the library for templates.
  const { readPromptTemplate } = await import("./open_prompt_renderer.ts");
  return await textHash(readPromptTemplate(root));
}
