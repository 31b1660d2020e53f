import type { Renderer, RenderFormat, TextRenderer } from "@dossier/core";
import { findRenderer, findTextRenderer, withLineNumbers } from "@dossier/core/render";
import { textHash } from "../../machine/mod.ts";

/** How a bundle is written besides its format. */
export interface RenderOptions {
  /** Whether shown lines have their numbers in front of them; JSON says where a passage begins. @default false */
  readonly numbers?: boolean | undefined;
}

/**
 * Returns what writes a bundle in a format.
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

/** Returns what a bundle in a format is packed for; see `findTextRenderer()` and {@link openRenderer}. */
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
