import { type LanguageOrName, profileOf } from "../language/language_table.ts";

/** Returns whether code in one language may call what is defined in the other. */
export function areRelated(language: LanguageOrName, other: LanguageOrName): boolean {
  if (language === other) return true;
  const family = familyOf(language);
  return family !== undefined && family === familyOf(other);
}

function familyOf(language: LanguageOrName): string | undefined {
  const { name, family = name } = profileOf(language) ?? {};
  return family;
}
