import type { DeclaredName, SyntaxNode } from "@dossier/core/language";
import type { Declaration, SyntaxFile } from "../syntax_file.ts";
import {
  type DeclaredMeaning,
  joinMeanings,
  listDeclared,
  matchesKind,
  type NameQuery,
} from "./meaning.ts";

/** Returns true when a node is the outer one or inside of it. */
export function encloses(outer: SyntaxNode, node: SyntaxNode): boolean {
  return outer.startIndex <= node.startIndex && node.endIndex <= outer.endIndex;
}

/**
 * Returns the innermost declaration of the type around a member, when several in a file have its
 * name.
 */
export function findEnclosingType(
  file: SyntaxFile,
  { node, use }: Declaration,
): SyntaxNode | undefined {
  return file.listDeclarations(use.owner ?? "")
    .filter(({ use }) => use.kind === "type").map(({ node }) => node.parent)
    .findLast((type) => type !== null && encloses(type, node)) ?? undefined;
}

/** Returns the declaration in the smallest scope around a node. */
export function findInnermost(
  declarations: readonly Declaration[],
  node: SyntaxNode,
): Declaration | undefined {
  let best: Declaration | undefined;
  for (const one of declarations) {
    const { scope } = one.use;
    if (scope === undefined || !encloses(scope, node)) continue;
    const size = (best?.use.scope?.endIndex ?? Infinity) - (best?.use.scope?.startIndex ?? 0);
    const own = scope.endIndex - scope.startIndex;
    const { visibleFrom = 0 } = one.use;
    if (visibleFrom > node.startIndex) continue;
    // Of several in one scope: the last one that is visible, the one with a body, or the first.
    const isLater = visibleFrom > (best?.use.visibleFrom ?? 0);
    if (own < size || own === size && (isLater || best?.use.isForward === true)) best = one;
  }
  return best;
}

/**
 * Returns true when an import in a scope shadows a declaration in an outer scope, or one without a
 * body in the same scope.
 */
export function shadows(scope: SyntaxNode, { scope: outer, isForward }: DeclaredName): boolean {
  if (outer === undefined || !encloses(outer, scope)) return false;
  return isForward === true || !encloses(scope, outer);
}

/**
 * Returns true when a declaration is visible in its whole file, so that other files can name it.
 */
export function isExported(file: SyntaxFile, { scope, owner }: DeclaredName): boolean {
  if (scope === undefined) return owner === "exports";
  return scope.parent === null || scope.id === file.root.id ||
    file.rules.openScopes?.includes(scope.type) === true;
}

/**
 * Returns the first visible declaration of a name in some files, those of the requested kinds
 * first, with its overloads when those of a package are all meant.
 */
export function findFirstDeclaration(
  files: readonly SyntaxFile[],
  name: string,
  means?: NameQuery["means"],
): DeclaredMeaning | undefined {
  const all = files.flatMap((file) =>
    listDeclared(file, name).filter(({ declaration: { use } }) => isExported(file, use))
  );
  const bodies = all.filter(({ declaration: { use } }) => use.isForward !== true);
  const first = bodies.find(({ declaration: { use } }) => matchesKind(use, { means })) ??
    bodies[0] ??
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
