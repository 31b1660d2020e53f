import type { DeclaredName, SyntaxNode } from "@dossier/core/language";
import type { Declaration, SyntaxFile } from "../syntax_file.ts";
import {
  type DeclaredMeaning,
  isMeant,
  joinMeanings,
  listDeclared,
  type WantedName,
} from "./meaning.ts";

/** Returns whether a node is another one or stands in it. */
export function isAround(outer: SyntaxNode, node: SyntaxNode): boolean {
  return outer.startIndex <= node.startIndex && node.endIndex <= outer.endIndex;
}

/** Returns the innermost declaration of the type, of several by one name in a file, that a member is in. */
export function typeAround(
  file: SyntaxFile,
  { node, use }: Declaration,
): SyntaxNode | undefined {
  return file.listDeclarations(use.owner ?? "")
    .filter(({ use }) => use.kind === "type").map(({ node }) => node.parent)
    .findLast((type) => type !== null && isAround(type, node)) ?? undefined;
}

/** Returns the declaration in the smallest scope around a node. */
export function findInnermost(
  declarations: readonly Declaration[],
  node: SyntaxNode,
): Declaration | undefined {
  let best: Declaration | undefined;
  for (const one of declarations) {
    const { scope } = one.use;
    if (scope === undefined || !isAround(scope, node)) continue;
    const size = (best?.use.scope?.endIndex ?? Infinity) - (best?.use.scope?.startIndex ?? 0);
    const own = scope.endIndex - scope.startIndex;
    const { visibleFrom = 0 } = one.use;
    if (visibleFrom > node.startIndex) continue;
    // Of several in one scope the last that is known, that with a body, or the first.
    const isLater = visibleFrom > (best?.use.visibleFrom ?? 0);
    if (own < size || own === size && (isLater || best?.use.isForward === true)) best = one;
  }
  return best;
}

/**
 * Returns whether an import in a scope is meant rather than what is declared around it, or only
 * announced beside it.
 */
export function isNearer(scope: SyntaxNode, { scope: outer, isForward }: DeclaredName): boolean {
  if (outer === undefined || !isAround(outer, scope)) return false;
  return isForward === true || !isAround(scope, outer);
}

/** Returns whether a declaration is visible in the whole of its file, so that others can name it. */
export function isExported(file: SyntaxFile, { scope, owner }: DeclaredName): boolean {
  if (scope === undefined) return owner === "exports";
  return scope.parent === null || scope.id === file.root.id ||
    file.rules.openScopes?.includes(scope.type) === true;
}

/**
 * Returns the first declaration of a name that others can name in some files, of the wanted kinds
 * first, and its overloads where those of a package are all meant.
 */
export function findFirst(
  files: readonly SyntaxFile[],
  name: string,
  means?: WantedName["means"],
): DeclaredMeaning | undefined {
  const all = files.flatMap((file) =>
    listDeclared(file, name).filter(({ declaration: { use } }) => isExported(file, use))
  );
  const bodies = all.filter(({ declaration: { use } }) => use.isForward !== true);
  const first = bodies.find(({ declaration: { use } }) => isMeant(use, { means })) ?? bodies[0] ??
    all[0];
  if (
    first?.declaration.use.arity === undefined || first.file.rules.implicitVisibility !== "package"
  ) {
    return first;
  }
  const others = all.filter((one) =>
    one !== first && one.declaration.use.kind === "function" &&
    one.declaration.use.arity !== undefined
  );
  return joinMeanings([first, ...others]);
}
