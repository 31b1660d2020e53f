import { textHash } from "../../machine/mod.ts";

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
  const { readPromptTemplate } = await import("../prompt/open_prompt_renderer.ts");
  return await textHash(readPromptTemplate(root));
}
