import { field, indexOfNode, isInField, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { toWordSet } from "./tables.ts";

/** Scope and owner of a name of C or C++. */
export interface NameScope {
  readonly scope?: SyntaxNode | undefined;
  readonly owner?: string | undefined;
  /** True when no other file can refer to it: it is in a namespace without a name. */
  readonly isPrivate?: boolean;
}

const BLOCKS = toWordSet(
  "compound_statement for_statement for_range_loop if_statement while_statement switch_statement catch_clause " +
    "lambda_expression",
);
const SPECIFIERS = toWordSet("struct_specifier union_specifier class_specifier");
/** Nodes in which their parameters are visible. */
const PARAMETER_SCOPES = toWordSet(
  "function_definition lambda_expression catch_clause requires_expression template_declaration",
);

const SUITE_REGEXP = /^(?:TYPED_)?TEST_[FP]$|^TYPED_TEST(?:_P)?$/;

/** Start of a file with an include guard. A macro that only gets a default value ends at once. */
const GUARD_REGEXP = /^#\s*ifndef\s+(\w+)\s+#\s*define\s+\1\b[^\n]*\n(?!\s*#\s*endif)/;
/** Maximum number of UTF-16 units in which such a start is searched for. */
const MAX_GUARD_LENGTH = 300;

/** Maximum number of children of a file in which an include guard is searched for. */
const MAX_GUARD_CHILDREN = 8;

/** Returns the scope and owner of a declaration at a node. */
export function cNameScope(node: SyntaxNode, isCpp: boolean): NameScope {
  let isPrivate = false;
  let isFriend = false;
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    const { type } = around;
    if (BLOCKS.has(type) && !isClassBody(around)) return { scope: around };
    if (type === "friend_declaration") isFriend = true;
    if ((type === "field_declaration_list" && isCpp || isClassBody(around)) && !isFriend) {
      return { owner: cOwnerAt(inner), scope: undefined };
    }
    // Old C declares the types of parameters before the body.
    if (type === "function_definition" && inner.type === "declaration") return { scope: around };
    const space = type === "declaration_list" ? around.parent : null;
    if (space?.type !== "namespace_definition") continue;
    const name = field(space, "name");
    if (name === undefined) isPrivate = true;
    else if (space.firstChild?.type !== "inline") {
      return { scope: around, owner: lastOf(name).text, isPrivate };
    }
  }
  return { scope: inner, isPrivate };
}

/** Returns the node in which a parameter is visible. */
export function parameterScope(parameter: SyntaxNode): SyntaxNode | undefined {
  let inner = parameter;
  for (let around = parameter.parent; around !== null; inner = around, around = around.parent) {
    if (PARAMETER_SCOPES.has(around.type)) return around;
    if (/declaration$|^type_definition$/.test(around.type)) return inner;
  }
  return inner;
}

/**
 * Returns the name of the type around a node; for an anonymous type, the name of what is declared
 * with it.
 */
export function cOwnerAt(node: SyntaxNode): string | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (SPECIFIERS.has(around.type) && !isInField(inner, "name")) {
      const name = nameOfSpecifier(around);
      if (name !== undefined) return name.text;
    }
    if (around.type === "function_definition") {
      if (isClassDefinition(around)) return field(around, "declarator")?.text;
      const suite = findTestClass(around);
      if (suite !== undefined) return suite;
    }
    // The value of a static member has an owner as well: `int A::count = next();`.
    const isOwned = around.type === "function_definition" || around.type === "declaration";
    const owner = isOwned ? qualifierOf(around) : undefined;
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** Returns the name of a type; for an anonymous type, the name of what is declared with it. */
export function nameOfSpecifier(specifier: SyntaxNode): SyntaxNode | undefined {
  const name = field(specifier, "name");
  if (name !== undefined) return lastOf(name);
  return declaredNameIn(field(specifier.parent, "declarator"));
}

/** Returns the last name of a path: `c` of `a::b<T>::c`. */
export function lastOf(node: SyntaxNode): SyntaxNode {
  let last = node;
  for (;;) {
    const inner = last.type === "nested_namespace_specifier"
      ? last.lastNamedChild
      : last.type === "dependent_name"
      ? last.firstNamedChild
      : field(last, "name");
    if (inner === undefined || inner === null) return last;
    last = inner;
  }
}

/** Returns the qualifying type of a declared name: `A` of `int A::run()`. */
export function qualifierOf(declaration: SyntaxNode): string | undefined {
  const name = declaredNameIn(field(declaration, "declarator"));
  return name?.type === "qualified_identifier" ? secondLastName(name)?.text : undefined;
}

/** Returns the second last name of a path: `b` of `a::b<T>::c`. */
export function secondLastName(path: SyntaxNode): SyntaxNode | undefined {
  let inner = path;
  for (;;) {
    const name = field(inner, "name");
    if (name?.type !== "qualified_identifier") break;
    inner = name;
  }
  const scope = field(inner, "scope");
  return scope === undefined ? undefined : lastOf(scope);
}

/**
 * Returns true for the body of a class with a macro in its head, which is read as a function:
 * `class API A {}`.
 */
function isClassBody(node: SyntaxNode): boolean {
  return node.type === "compound_statement" && node.parent?.type === "function_definition" &&
    isClassDefinition(node.parent);
}

/** Returns true when a node that is read as a function is a class with a macro in its head. */
function isClassDefinition(node: SyntaxNode): boolean {
  return SPECIFIERS.has(field(node, "type")?.type ?? "") &&
    field(node, "declarator")?.type === "identifier";
}

/** Returns the class whose members a macro-defined test has: `Suite` of `TEST_F(Suite, Name) {`. */
function findTestClass(definition: SyntaxNode): string | undefined {
  if (field(definition, "type") !== undefined) return undefined;
  const head = field(definition, "declarator");
  if (head?.type !== "function_declarator") return undefined;
  if (!SUITE_REGEXP.test(field(head, "declarator")?.text ?? "")) return undefined;
  return field(head, "parameters")?.firstNamedChild?.text;
}

/** Returns true for a header: its first lines contain an include guard. */
export function isHeader(node: SyntaxNode): boolean {
  const root = rootOf(node);
  for (let at = 0; at < Math.min(root.namedChildCount, MAX_GUARD_CHILDREN); at++) {
    const child = root.namedChild(at)!;
    if (child.type === "comment") continue;
    if (GUARD_REGEXP.test(child.text.slice(0, MAX_GUARD_LENGTH))) return true;
    if (child.type === "preproc_ifdef") {
      return child.endIndex - child.startIndex > (root.endIndex - root.startIndex) / 2;
    }
    if (child.type === "preproc_call") return child.text.includes("once");
    if (child.type !== "preproc_include") return false;
  }
  return false;
}

/** Facts that a declarator contains about its name. */
export interface DeclaratorFacts {
  /** The declaration, parameter, field, type definition or function around it. */
  readonly declaration: SyntaxNode;
  /** List of parameters, when the name is that of a function. */
  readonly parameters?: SyntaxNode | undefined;
  /** Initial value. */
  readonly value?: SyntaxNode | undefined;
}

const DECLARATOR_REGEXP = /_declarator$/;
/** Declarators around another one that add no fact about it. */
const PLAIN_REGEXP = /^(?:parenthesized|attributed|qualified)_/;

/**
 * Returns the facts about a name in a declarator; undefined for a node that is not the name in a
 * declarator.
 */
export function readDeclarator(name: SyntaxNode): DeclaratorFacts | undefined {
  let inner = name;
  let parameters: SyntaxNode | undefined;
  let value: SyntaxNode | undefined;
  let isDirect = true;
  for (let around = name.parent; around !== null; inner = around, around = around.parent) {
    const { type } = around;
    if (type === "qualified_identifier" && isInField(inner, "name")) continue;
    if (!DECLARATOR_REGEXP.test(type) || type === "preproc_function_declarator") {
      // A declaration may have more than one declarator.
      const isDeclared = indexOfNode(around.childrenForFieldName("declarator"), inner) >= 0;
      return isDeclared ? { declaration: around, parameters, value } : undefined;
    }
    if (!isInnerDeclarator(around, inner)) return undefined;
    if (type === "init_declarator") value = field(around, "value");
    else if (type === "function_declarator" && isDirect) parameters = field(around, "parameters");
    isDirect &&= PLAIN_REGEXP.test(type);
  }
  return undefined;
}

function isInnerDeclarator(declarator: SyntaxNode, inner: SyntaxNode): boolean {
  const named = field(declarator, "declarator");
  if (named !== undefined) return named.id === inner.id;
  return declarator.namedChildren.find(({ type }) => !type.startsWith("ms_"))?.id === inner.id ||
    declarator.type === "structured_binding_declarator";
}

/** Returns the name that a declarator declares. */
export function declaredNameIn(declarator: SyntaxNode | undefined): SyntaxNode | undefined {
  let node = declarator;
  while (node !== undefined && DECLARATOR_REGEXP.test(node.type)) {
    node = field(node, "declarator") ?? node.firstNamedChild ?? undefined;
  }
  return node;
}
