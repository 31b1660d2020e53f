import type { ImportedBinding } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { childrenOfType, field } from "../syntax_node.ts";

/** Returns the package that a file of Java declares. */
export function javaPackageOf(root: SyntaxNode): string | undefined {
  const [declaration] = childrenOfType(root, "package_declaration");
  return declaration?.lastNamedChild?.text.replaceAll(/\s/g, "");
}

/** Reads the imports of Java: of types, of static members, and of all names of a package or a type. */
export function readJavaImports(root: SyntaxNode): readonly ImportedBinding[] {
  return childrenOfType(root, "import_declaration").flatMap((node): readonly ImportedBinding[] => {
    const path = node.namedChildren.find(({ type }) => type.endsWith("identifier"));
    if (path === undefined) return [];
    const isOpen = node.lastNamedChild?.type === "asterisk";
    const own = isOpen ? { module: path.text, start: node.startIndex } : bindingOf(path);
    return own === undefined ? [] : [own, ...readOuterTypes(isOpen ? path : field(path, "scope"))];
  });
}

function bindingOf(path: SyntaxNode): ImportedBinding & { readonly name: string } | undefined {
  const name = field(path, "name");
  const module = field(path, "scope")?.text;
  if (name === undefined || module === undefined) return undefined;
  return { module, name: name.text, local: name.text, start: name.startIndex };
}

/** Returns the types that an import names on the way: `B` in `import static a.B.c`. They begin with a capital. */
function readOuterTypes(path: SyntaxNode | undefined): readonly ImportedBinding[] {
  const found: ImportedBinding[] = [];
  for (let part = path; part?.type === "scoped_identifier"; part = field(part, "scope")) {
    const binding = bindingOf(part);
    if (binding === undefined || !/^\p{Lu}/u.test(binding.name)) break;
    const { module = "", name, start } = binding;
    found.push({ module, name, start });
  }
  return found;
}
