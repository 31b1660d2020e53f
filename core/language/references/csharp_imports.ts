import type { ImportedBinding } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { childrenOfType, field } from "../syntax_node.ts";

const TYPE_ARGUMENTS_REGEXP = /<[^]*$/;
const NAMESPACES: readonly string[] = [
  "file_scoped_namespace_declaration",
  "namespace_declaration",
];

/** Returns the namespace that a file of C# declares; of several the first. */
export function csharpPackageOf(root: SyntaxNode): string | undefined {
  const declaration = root.namedChildren.find(({ type }) => NAMESPACES.includes(type));
  return field(declaration, "name")?.text.replaceAll(/\s/g, "");
}

/** Reads the using directives of C#, of the file and of its namespaces: of all names, static ones, and aliases. */
export function readCsharpImports(root: SyntaxNode): readonly ImportedBinding[] {
  const namespaces = childrenOfType(root, "namespace_declaration")
    .flatMap((node) => field(node, "body") ?? []);
  return [root, ...namespaces].flatMap((node) => childrenOfType(node, "using_directive"))
    .flatMap(readDirective);
}

function readDirective(node: SyntaxNode): readonly ImportedBinding[] {
  const alias = field(node, "name");
  const path = (node.lastNamedChild?.text ?? "").replaceAll(/\s/g, "")
    .replace(TYPE_ARGUMENTS_REGEXP, "").replace(/^global::/, "");
  const start = node.startIndex;
  if (path === "") return [];
  if (alias === undefined) return [{ module: path, start }];
  const dot = path.lastIndexOf(".");
  if (dot < 0) return [];
  return [{ module: path.slice(0, dot), name: path.slice(dot + 1), local: alias.text, start }];
}
