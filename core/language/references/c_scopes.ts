import { field, isField, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { declaredNameIn } from "./c_declarators.ts";

/** Where a name of C or C++ is visible, and what it is a member of. */
export interface NamePlace {
  readonly scope?: SyntaxNode | undefined;
  readonly owner?: string | undefined;
  /** Whether no other file can name it: it is in a namespace without a name. */
  readonly isPrivate?: boolean;
}

const BLOCKS = new Set([
  "compound_statement",
  "for_statement",
  "for_range_loop",
  "if_statement",
  "while_statement",
  "switch_statement",
  "catch_clause",
  "lambda_expression",
]);
const SPECIFIERS = new Set(["struct_specifier", "union_specifier", "class_specifier"]);
const FUNCTIONS = new Set(["function_definition", "lambda_expression"]);

const SUITE_REGEXP = /^(?:TYPED_)?TEST_[FP]$|^TYPED_TEST(?:_P)?$/;

/** What begins a file that is to be included once; a macro that is only given a default value ends at once. */
const GUARD_REGEXP = /^#\s*ifndef\s+(\w+)\s+#\s*define\s+\1\b[^\n]*\n(?!\s*#\s*endif)/;
/** UTF-16 units in which such a beginning is looked for. */
const MAX_GUARD_LENGTH = 300;

/** Children of a file in which a guard against double inclusion is looked for. */
const MAX_GUARD_CHILDREN = 8;

/** Returns where something is visible that is declared at a node. */
export function cPlaceOf(node: SyntaxNode, isPlus: boolean): NamePlace {
  let isPrivate = false;
  let isFriend = false;
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    const { type } = around;
    if (BLOCKS.has(type) && !isClassBody(around)) return { scope: around };
    if (type === "friend_declaration") isFriend = true;
    if ((type === "field_declaration_list" && isPlus || isClassBody(around)) && !isFriend) {
      return { owner: cOwnerAt(inner), scope: undefined };
    }
    // Old C declares the types of parameters in front of the body.
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
    if (FUNCTIONS.has(around.type)) return around;
    if (around.type === "catch_clause" || around.type === "requires_expression") return around;
    if (around.type === "template_declaration") return around;
    if (/declaration$|^type_definition$/.test(around.type)) return inner;
  }
  return inner;
}

/** Returns the name of the type around a node, or of what an anonymous one is the type of. */
export function cOwnerAt(node: SyntaxNode): string | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (SPECIFIERS.has(around.type) && !isField(inner, "name")) {
      const name = nameOfSpecifier(around);
      if (name !== undefined) return name.text;
    }
    if (around.type === "function_definition") {
      if (isClassDefinition(around)) return field(around, "declarator")?.text;
      const suite = suiteOf(around);
      if (suite !== undefined) return suite;
      const owner = qualifierOf(around);
      if (owner !== undefined) return owner;
    }
    if (around.type === "declaration") {
      // The value of a static member: `int A::count = next();`.
      const owner = qualifierOf(around);
      if (owner !== undefined) return owner;
    }
  }
  return undefined;
}

/** Returns the name of a type, or for an anonymous one that of what is declared with it. */
export function nameOfSpecifier(specifier: SyntaxNode): SyntaxNode | undefined {
  const name = field(specifier, "name");
  if (name !== undefined) return lastOf(name);
  const { parent } = specifier;
  const declarator = parent === null ? undefined : field(parent, "declarator");
  return declarator === undefined ? undefined : declaredNameIn(declarator);
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

/** Returns the type before the name that a declaration declares: `A` of `int A::run()`. */
export function qualifierOf(declaration: SyntaxNode): string | undefined {
  const declarator = field(declaration, "declarator");
  const name = declarator === undefined ? undefined : declaredNameIn(declarator);
  return name?.type === "qualified_identifier" ? scopeIn(name)?.text : undefined;
}

/** Returns the last name before that at the end of a path: `b` of `a::b<T>::c`. */
export function scopeIn(path: SyntaxNode): SyntaxNode | undefined {
  let inner = path;
  for (;;) {
    const name = field(inner, "name");
    if (name?.type !== "qualified_identifier") break;
    inner = name;
  }
  const scope = field(inner, "scope");
  return scope === undefined ? undefined : lastOf(scope);
}

/** Returns whether a body is one of a class whose head has a macro, which is read as a function: `class API A {}`. */
function isClassBody(node: SyntaxNode): boolean {
  return node.type === "compound_statement" && node.parent?.type === "function_definition" &&
    isClassDefinition(node.parent);
}

/** Returns whether what is read as a function is a class with a macro in its head. */
function isClassDefinition(node: SyntaxNode): boolean {
  return SPECIFIERS.has(field(node, "type")?.type ?? "") &&
    field(node, "declarator")?.type === "identifier";
}

/** Returns the class whose members a test has that a macro makes: `Suite` of `TEST_F(Suite, Name) {`. */
function suiteOf(definition: SyntaxNode): string | undefined {
  if (field(definition, "type") !== undefined) return undefined;
  const head = field(definition, "declarator");
  if (head?.type !== "function_declarator") return undefined;
  if (!SUITE_REGEXP.test(field(head, "declarator")?.text ?? "")) return undefined;
  return field(head, "parameters")?.firstNamedChild?.text;
}

/** Returns whether a file is one to include: its first lines guard against doing so twice. */
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
