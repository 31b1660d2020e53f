import type { SymbolKind } from "../symbol.ts";
import {
  childrenOfType,
  type Definition,
  type DefinitionRule,
  field,
  multilineBody,
  type SyntaxRules,
} from "../syntax_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";

const FUNCTION_VALUES: ReadonlySet<string> = new Set([
  "arrow_function",
  "function_expression",
  "generator_function",
]);
const TRANSPARENT_VALUES: ReadonlySet<string> = new Set([
  "as_expression",
  "parenthesized_expression",
  "satisfies_expression",
]);
const REQUIRE_REGEXP = /^require\s*\(/;
const EXPORTS_REGEXP = /^(?:module\.)?exports$/;
const GLOBAL_OBJECT_REGEXP = /^(?:this|window|self|global|globalThis)$/;
const PROTOTYPE_REGEXP = /\.prototype$/;
const QUOTES_REGEXP = /^["'`]|["'`]$/g;

/** How the definitions of JavaScript, TypeScript and their JSX forms are found. */
export const SCRIPT_SYNTAX: SyntaxRules = {
  definitions: {
    "function_declaration generator_function_declaration function_signature": { kind: "function" },
    "class_declaration abstract_class_declaration": { kind: "class", members: true },
    "interface_declaration": { kind: "interface", members: true },
    "type_alias_declaration": { kind: "type", body: "value", isValue: true },
    "enum_declaration": { kind: "enum" },
    "internal_module module": { kind: "module", members: true, more: unquoted },
    "lexical_declaration variable_declaration": variables,
    "expression_statement": assignment,
    "export_statement": defaultExport,
    "method_definition method_signature abstract_method_signature": {
      kind: "function",
      more: unquoted,
    },
    "pair": property("key"),
    "field_definition": property("property"),
    "public_field_definition": property("name"),
  },
  wrappers: "ambient_declaration export_statement expression_statement",
  // The last six lead into a function that is called where it stands, the old form of a module.
  blocks: "statement_block call_expression parenthesized_expression member_expression " +
    "unary_expression function_expression arrow_function",
  attributes: "decorator",
};

function variables(node: SyntaxNode): Definition[] {
  const declarators = childrenOfType(node, "variable_declarator");
  const kind: SymbolKind = node.firstChild?.type === "const" ? "constant" : "variable";
  return declarators.flatMap((declarator) => {
    const name = field(declarator, "name");
    // A pattern takes things apart that were defined elsewhere.
    if (name?.type !== "identifier") return [];
    const value = field(declarator, "value");
    if (value !== undefined && REQUIRE_REGEXP.test(value.text)) return [];
    const outer = declarators.length === 1 ? node : declarator;
    return [valueDefinition(name.text, value, { node: outer, kind })];
  });
}

/** Reads a name that is bound to a value: a function, a class, an object or plain data. */
function valueDefinition(
  name: string,
  value: SyntaxNode | undefined,
  { node, kind }: { readonly node: SyntaxNode; readonly kind: SymbolKind },
): Definition {
  const inner = value === undefined ? undefined : unwrapValue(value);
  if (inner !== undefined && FUNCTION_VALUES.has(inner.type)) {
    return { kind: "function", name, node, body: field(inner, "body") };
  }
  if (inner?.type === "class") {
    const body = field(inner, "body");
    return { kind: "class", name, node, body, members: body };
  }
  if (inner?.type === "object") return { kind, name, node, body: inner, members: inner };
  return { kind, name, node, body: multilineBody(inner) };
}

function unwrapValue(value: SyntaxNode): SyntaxNode {
  let inner = value;
  while (TRANSPARENT_VALUES.has(inner.type)) {
    const next = inner.firstNamedChild;
    if (next === null) break;
    inner = next;
  }
  return inner;
}

/** `exports.name = function …`, `Type.prototype.name = function …`, `Type.name = class …`. */
function assignment(node: SyntaxNode): Definition[] | undefined {
  const expression = node.firstNamedChild;
  if (expression?.type !== "assignment_expression") return undefined;
  const targets: SyntaxNode[] = [];
  let value = expression;
  while (value.type === "assignment_expression") {
    const left = field(value, "left");
    const right = field(value, "right");
    if (left === undefined || right === undefined) return [];
    if (left.type === "member_expression") targets.push(left);
    value = unwrapValue(right);
  }
  return targets.flatMap((target) => assignedDefinition(target, value, node));
}

function assignedDefinition(target: SyntaxNode, value: SyntaxNode, node: SyntaxNode): Definition[] {
  const isCode = FUNCTION_VALUES.has(value.type) || value.type === "class";
  if (EXPORTS_REGEXP.test(target.text)) {
    const name = field(value, "name")?.text ?? "exports";
    if (isCode) return [valueDefinition(name, value, { node, kind: "function" })];
    if (value.type !== "object") return [];
    return [{ kind: "module", name: "", node, members: value, hidden: true }];
  }
  const object = field(target, "object")?.text.replace(PROTOTYPE_REGEXP, "") ?? "";
  const name = field(target, "property")?.text;
  if (!isCode || name === undefined) return [];
  const owner = EXPORTS_REGEXP.test(object) || GLOBAL_OBJECT_REGEXP.test(object)
    ? undefined
    : object;
  return [{ ...valueDefinition(name, value, { node, kind: "function" }), owner }];
}

function defaultExport(node: SyntaxNode): Definition[] | undefined {
  const value = field(node, "value");
  if (value === undefined) return undefined;
  const inner = unwrapValue(value);
  const isData = !FUNCTION_VALUES.has(inner.type) && inner.type !== "class";
  if (isData && inner.type !== "object") return [];
  const name = isData ? "default" : field(inner, "name")?.text ?? "default";
  return [valueDefinition(name, inner, { node, kind: "constant" })];
}

/** A property that holds a function is a method; other data belongs to its declaration. */
function property(nameField: string): DefinitionRule {
  return (node) => {
    const name = field(node, nameField)?.text.replaceAll(QUOTES_REGEXP, "");
    const value = field(node, "value");
    if (name === undefined || value === undefined) return [];
    const inner = unwrapValue(value);
    if (FUNCTION_VALUES.has(inner.type)) {
      return [{ kind: "function", name, node, body: field(inner, "body") }];
    }
    if (!node.children.some((child) => child.type === "static")) return [];
    return [{ kind: "constant", name, node, body: multilineBody(value) }];
  };
}

function unquoted(_: SyntaxNode, name: string): Partial<Definition> {
  return { name: name.replaceAll(QUOTES_REGEXP, "") };
}
