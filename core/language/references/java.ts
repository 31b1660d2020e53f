import type {
  DeclaredName,
  ImportedBinding,
  NameUse,
  ReferenceRules,
  UsedName,
  UseKind,
} from "../reference_rules.ts";
import {
  childOfType,
  childrenOfType,
  field,
  findAround,
  isField,
  isSameNode,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  declareJavaLambdaParameter,
  declareJavaTyped,
  JAVA_CALLABLES,
  javaPatternScope,
  readJavaDeclared,
} from "./java_declarations.ts";
import { JAVA_OVERLOADS } from "./java_overloads.ts";
import {
  isAnonymousBody,
  javaBasesOf,
  javaBodyAround,
  javaElementType,
  javaForeignResult,
  javaOwnerAt,
  javaTypeNames,
  readJavaExpression,
} from "./java_types.ts";
import { argumentsIn, declared, IMPORTED, type NameReader, tableOf, used } from "./tables.ts";

const FUNCTION = ["function"] as const;
const TYPE = ["type"] as const;
const VALUE = ["value", "type", "module"] as const;

/** How the names of Java are read. */
export const REFERENCES: ReferenceRules = {
  names: "identifier type_identifier",
  readName,
  readExpression: readJavaExpression,
  typeNames: javaTypeNames,
  elementType: javaElementType,
  foreignResult: javaForeignResult,
  basesOf: javaBasesOf,
  ownerAt: javaOwnerAt,
  readImports,
  packageOf: (root) =>
    childOfType(root, "package_declaration")?.lastNamedChild?.text.replaceAll(/\s/g, ""),
  hasImplicitMembers: true,
  isStrict: true,
  overloads: JAVA_OVERLOADS,
  modules: "classpath",
  shares: "package",
};

/** Names that are no types, and are not declared, by what they stand in. */
const NAMES = tableOf<NameReader>({
  "labeled_statement break_statement continue_statement package_declaration": () => undefined,
  "import_declaration": () => IMPORTED,
  "scoped_identifier": readScoped,
  "annotation marker_annotation": () => used("decorator", { means: TYPE }),
  "element_value_pair": (node, { parent }) =>
    isField(node, "key") ? useOf("use", FUNCTION, field(parent?.parent, "name")) : useOf("use"),
  "method_invocation": (node, parent) =>
    isField(node, "name")
      ? {
        ...useOf("call", FUNCTION, field(parent, "object")),
        arguments: argumentsIn(field(parent, "arguments")).length,
      }
      : useOf("use"),
  "field_access": (node, parent) =>
    useOf("use", VALUE, isField(node, "field") ? field(parent, "object") : undefined),
  "method_reference": readReference,
  "inferred_parameters": (node) =>
    declareJavaLambdaParameter(node, findAround(node, JAVA_CALLABLES)),
  "lambda_expression": (node, parent) =>
    isField(node, "parameters") ? declareJavaLambdaParameter(node, parent) : useOf("use"),
  "record_pattern": () => useOf("use", TYPE),
  "type_pattern record_pattern_component": (node, { firstNamedChild }) =>
    declareJavaTyped(firstNamedChild, javaPatternScope(node)),
  "switch_label": (_node, { parent }) => ({
    ...useOf("use", VALUE, field(parent?.parent?.parent, "condition")),
    isImplied: true,
  }),
});

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  const read = NAMES.get(parent.type);
  if (node.type === "type_identifier") return readTypeName(node, parent);
  const known = isField(node, "name") ? readJavaDeclared(node, parent) : undefined;
  return known ?? (read === undefined ? useOf("use") : read(node, parent));
}

function readTypeName(node: SyntaxNode, parent: SyntaxNode): NameUse | undefined {
  if (parent.type === "type_parameter") {
    const scope = parent.parent?.parent ?? undefined;
    return declared("type", { scope, type: childOfType(parent, "type_bound"), isParameter: true });
  }
  if (node.text === "var") return undefined;
  const isScoped = parent.type === "scoped_type_identifier";
  const isLast = isScoped && isSameNode(parent.lastNamedChild, node);
  let whole = isLast ? parent : node;
  const receiver = isLast && !isSameNode(parent.firstNamedChild, node)
    ? parent.firstNamedChild ?? undefined
    : undefined;
  if (isScoped && !isLast) return useOf("use");
  if (whole.parent?.type === "generic_type") whole = whole.parent;
  const creation = whole.parent;
  if (creation?.type === "object_creation_expression" && isField(whole, "type")) {
    const outer = creation.firstNamedChild;
    const object = outer === null || isSameNode(outer, whole) ? undefined : outer;
    const given = argumentsIn(field(creation, "arguments"));
    return { ...useOf("new", TYPE, receiver ?? object), arguments: given.length };
  }
  if (creation?.type === "method_reference") {
    return useOf(creation.namedChildCount === 1 ? "new" : "use", TYPE, receiver);
  }
  // What is before a type may be a package.
  return useOf("use", creation?.type === "scoped_type_identifier" ? VALUE : TYPE, receiver);
}

/** Reads a name in a path with dots: of an import, a package, or an annotation. */
function readScoped(node: SyntaxNode, parent: SyntaxNode): NameUse | undefined {
  let outer = parent;
  while (outer.parent?.type === "scoped_identifier") outer = outer.parent;
  if (outer.parent?.type === "import_declaration") return IMPORTED;
  if (outer.parent?.type === "package_declaration") return undefined;
  if (!isField(node, "name")) return useOf("use");
  const isWhole = isSameNode(outer, parent);
  return useOf(isWhole ? "decorator" : "use", isWhole ? TYPE : VALUE, field(parent, "scope"));
}

/** Reads a name in `A::b` or `A::new`. */
function readReference(node: SyntaxNode, reference: SyntaxNode): UsedName {
  const first = reference.firstNamedChild ?? undefined;
  if (first !== undefined && !isSameNode(first, node)) return useOf("use", FUNCTION, first);
  return reference.namedChildCount === 1 ? useOf("new", TYPE) : useOf("use");
}

function useOf(
  how: UseKind,
  means?: readonly DeclaredName["kind"][],
  receiver?: SyntaxNode,
): UsedName {
  // An anonymous class has members of its own that only their scope leads to.
  const isOwn = receiver?.type === "this" && isAnonymousBody(javaBodyAround(receiver));
  return used(how, { means: means ?? VALUE, receiver: isOwn ? undefined : receiver });
}

/** Reads the imports of Java: of types, of static members, and of all names of a package or a type. */
function readImports(root: SyntaxNode): readonly ImportedBinding[] {
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
