import type { DeclaredMeaning } from "./resolver/meaning.ts";
import type { Resolver } from "./resolver/resolver.ts";

/** A line that decorates what comes below it, up to its arguments. */
const DECORATOR_REGEXP = /^(?:@[\w.]+|#?\[[\w:.]+)/;

/**
 * Returns why code that is not in the tree may call a definition: its type has a base from elsewhere, or a decorator
 * stands before it. Undefined where nothing speaks for that.
 *
 * @param startLine First line of the definition, 1-based.
 */
export async function sayOutside(
  resolver: Resolver,
  { file, declaration: { node, use } }: DeclaredMeaning,
  startLine: number,
): Promise<string | undefined> {
  const above = startLine > 1 ? file.lineText(startLine - 1).trim() : "";
  const [decorator] = DECORATOR_REGEXP.exec(above) ?? [];
  if (decorator !== undefined) return `"${decorator}" stands before it`;
  const owner = use.owner === undefined
    ? undefined
    : await resolver.typeNames.findOwner(file, node);
  if (owner?.is !== "declared") return undefined;
  const { basesOf, typeNames } = owner.file.rules;
  for (const base of basesOf(owner.declaration.node)) {
    const [name] = typeNames(base) ?? [];
    if (name === undefined) continue;
    const meaning = await resolver.meaningOf(owner.file, name);
    if (meaning?.is !== "declared") {
      return `its type "${use.owner}" is made from "${name.text}", which is not in the tree`;
    }
  }
  return undefined;
}
