import type { CompilePattern } from "@dossier/core/condition";

/** A matcher that holds only these characters is a name, or names with `|` or `,` between them. */
const NAMES_REGEXP = /^[\w\s,|-]*$/;

/**
 * Returns what says whether a matcher means a name, such as that of a tool: none, an empty one and `*` mean all,
 * `Edit|Write` and `Edit, Write` mean each of these, and anything else is a regular expression for the whole name.
 * Case counts.
 *
 * @throws {SyntaxError} When the pattern is none, or cannot be asked in bounded time.
 */
export async function openHookMatcher(
  matcher: string | undefined,
  compile: CompilePattern,
): Promise<(name: string) => boolean> {
  const written = matcher?.trim() ?? "";
  if (written === "" || written === "*") return () => true;
  if (!NAMES_REGEXP.test(written)) return await compile(`^(?:${written})$`);
  const names = new Set(written.split(/[|,]/).map((name) => name.trim()));
  return (name) => names.has(name);
}
