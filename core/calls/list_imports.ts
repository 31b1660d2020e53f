import { type LanguageOrName, profileOf } from "../language/language_table.ts";
import type { ImportedModule } from "../language/profile.ts";

/** UTF-16 units of a file that are looked through for imports: they stand at its start. */
const MAX_IMPORT_TEXT = 20_000;

/**
 * Returns the modules that a piece of code imports, in the order of their forms and then of the text.
 *
 * @param text A file from its start, or a part of one from the start of a line.
 * @returns None when nothing is known of how the language imports.
 */
export function listImports(
  text: string,
  language: LanguageOrName,
): readonly ImportedModule[] {
  const modules = profileOf(language)?.imports?.(text.slice(0, MAX_IMPORT_TEXT)) ?? [];
  // A part of a name is missing in "import ..", which no language takes.
  return modules.filter(({ names }) => names.every(({ name }) => name !== ""));
}
