import type { SymbolKind } from "../symbol.ts";
import {
  type Definition,
  field,
  multilineBody,
  type Scope,
  type SyntaxRules,
} from "../syntax_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";

/** Kinds of the specifiers that define a type when they have a body. */
const SPECIFIER_KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ["class_specifier", "class"],
  ["struct_specifier", "struct"],
  ["union_specifier", "struct"],
  ["enum_specifier", "enum"],
]);
/** Parts of a declarator after which the name is no function even if a parameter list follows. */
const DATA_DECLARATORS: ReadonlySet<string> = new Set([
  "array_declarator",
  "pointer_declarator",
  "reference_declarator",
]);
const INNER_DECLARATOR_REGEXP = /declarator$/;
/** `TEST_F(Suite, Name) { … }`: a macro that defines a function called by its last argument. */
const TEST_MACRO_REGEXP = /^[A-Z][A-Z0-9_]*\(\s*(\w+)\s*,\s*(\w+)\s*\)$/;
const TEMPLATE_ARGUMENTS_REGEXP = /<[^<>]*>/g;
const OPERATOR_REGEXP = /^(.*?)(\boperator\b.*)$/;
const OPERATOR_HEAD_REGEXP = /^operator\s*(?:\(\s*\)|[^(]+)/;
const WHITE_SPACE_REGEXP = /\s+/g;

/** How the definitions of C and C++ are found; C uses the part that it shares. */
export const C_SYNTAX: SyntaxRules = {
  definitions: {
    "function_definition": functionDefinition,
    "declaration field_declaration": declaration,
    "type_definition": typeDefinition,
    "class_specifier struct_specifier union_specifier enum_specifier": specifier,
    // A macro without a value is an include guard or a switch and defines nothing worth finding.
    "preproc_def": { kind: "macro", body: "value", isValue: true, needsBody: true },
    "preproc_function_def": { kind: "macro", body: "value" },
    "namespace_definition": { kind: "module", members: true },
    "alias_declaration concept_definition": { kind: "type", body: "" },
  },
  wrappers: "template_declaration",
  blocks: "declaration_list linkage_specification namespace_definition preproc_if preproc_ifdef " +
    "preproc_elif preproc_elifdef preproc_else",
  attributes: "attribute_declaration attribute_specifier",
};

function functionDefinition(node: SyntaxNode): Definition[] | undefined {
  const declarator = field(node, "declarator");
  const body = field(node, "body");
  const type = field(node, "type");
  if (declarator === undefined) return undefined;
  const kind = SPECIFIER_KINDS.get(type?.type ?? "");
  if (kind !== undefined && declarator.type === "identifier") {
    // `class EXPORT_MACRO Name : public Base { … }`: the macro is taken for the class's name.
    return [{ kind, name: declarator.text, node, body, members: body }];
  }
  const [, suite, test] = (type === undefined && TEST_MACRO_REGEXP.exec(declarator.text)) || [];
  if (test !== undefined) return [{ kind: "function", name: test, owner: suite, node, body }];
  const found = declaredName(declarator);
  if (found === undefined) return undefined;
  const initializers = node.namedChildren.find(({ type }) => type === "field_initializer_list");
  const name = splitQualifiedName(found.node);
  return [{ kind: "function", ...name, node, body: initializers ?? body }];
}

/** Prototypes and variables at file level, the functions of a class, and types defined in passing. */
function declaration(node: SyntaxNode, scope: Scope): Definition[] {
  const type = field(node, "type");
  const types = specifier(type).map((one) => ({ ...one, node }));
  const declarators = node.childrenForFieldName("declarator");
  const words = new Set(node.namedChildren.map((child) => child.text));
  const isMember = scope.kind !== undefined && scope.kind !== "module";
  // A constant member of each object is data; one of the class is a definition.
  const isConstant = words.has("constexpr") ||
    (words.has("const") && (!isMember || words.has("static")));
  const names = declarators.flatMap((declarator): Definition[] => {
    const found = declaredName(declarator);
    if (found === undefined) return [];
    const name = splitQualifiedName(found.node);
    if (found.isFunction) return [{ kind: "function", ...name, node }];
    if (isMember && !isConstant) return [];
    const kind = isConstant ? "constant" : "variable";
    const body = field(type, "body") ?? multilineBody(field(declarator, "value"));
    return [{ kind, ...name, node, body }];
  });
  return [...types, ...names];
}

function typeDefinition(node: SyntaxNode): Definition[] {
  const type = field(node, "type");
  const tagged = specifier(type);
  const body = field(type, "body");
  const kind = (body !== undefined && SPECIFIER_KINDS.get(type?.type ?? "")) || "type";
  const names = node.childrenForFieldName("declarator").flatMap((declarator) => {
    const found = declaredName(declarator);
    return found === undefined ? [] : [found.node.text];
  });
  return [
    ...tagged.filter(({ name }) => !names.includes(name)).map((one) => ({ ...one, node })),
    ...names.map((name): Definition => ({ kind, name, node, body })),
  ];
}

/** A class, struct, union or enum with a body; without one it is only mentioned. */
function specifier(node: SyntaxNode | undefined): Definition[] {
  const kind = SPECIFIER_KINDS.get(node?.type ?? "");
  const name = field(node, "name");
  const body = field(node, "body");
  if (node === undefined || kind === undefined || !name || !body) return [];
  const members = kind === "enum" ? undefined : body;
  return [{ kind, ...splitQualifiedName(name), node, body, members }];
}

/** Follows a declarator to the name that it declares, and says whether that is a function. */
function declaredName(
  declarator: SyntaxNode,
): { node: SyntaxNode; isFunction: boolean } | undefined {
  let node = withoutMacros(declarator);
  let isFunction = false;
  while (INNER_DECLARATOR_REGEXP.test(node.type)) {
    if (node.type === "function_declarator") isFunction = true;
    else if (DATA_DECLARATORS.has(node.type)) isFunction = false;
    const inner = field(node, "declarator") ?? node.firstNamedChild;
    if (inner === null) return undefined;
    node = withoutMacros(inner);
  }
  if (node.type.startsWith("structured_binding")) return undefined;
  return { node, isFunction: isFunction || node.text.startsWith("operator") };
}

/**
 * Returns the declarator behind a type that was taken for its scope: in `MACRO Type name()` the macro
 * is read as the type and the rest as a name that lacks its `::`.
 */
function withoutMacros(declarator: SyntaxNode): SyntaxNode {
  let rest = declarator;
  let path: SyntaxNode | undefined = declarator;
  while (path?.type === "qualified_identifier") {
    const name = field(path, "name");
    if (name !== undefined && path.children.some(({ isMissing }) => isMissing)) rest = name;
    path = name;
  }
  return rest;
}

/** Splits `a::B<T>::c` into the name `c` and the owner `a.B`. */
function splitQualifiedName(node: SyntaxNode): { name: string; owner?: string } {
  const text = node.text.replaceAll(WHITE_SPACE_REGEXP, " ");
  const [, path = text, operator = ""] = OPERATOR_REGEXP.exec(text) ?? [];
  const parts = withoutTemplateArguments(path).split("::").map((part) => part.trim());
  const last = parts.pop() ?? "";
  const name = OPERATOR_HEAD_REGEXP.exec(operator)?.[0].trim() ?? last;
  const owner = parts.filter((part) => part !== "").join(".");
  return owner === "" ? { name } : { name, owner };
}

function withoutTemplateArguments(text: string): string {
  let rest = text;
  for (let before = ""; rest !== before;) {
    before = rest;
    rest = rest.replaceAll(TEMPLATE_ARGUMENTS_REGEXP, "");
  }
  return rest;
}
