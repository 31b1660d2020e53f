import type { ImportedBinding } from "../reference_rules.ts";
import { childrenOfType, field, isInField, isSameNode, type SyntaxNode } from "../syntax_node.ts";
import { argumentsIn } from "./tables.ts";

/** Place of a Python name: in a function or a file, or directly in a class. */
export interface PythonScope {
  /**
   * Body of the function, or the file; undefined directly in a class, whose names only a receiver
   * leads to.
   */
  readonly scope?: SyntaxNode;
  /** Class, its body, and its name. */
  readonly type?: SyntaxNode;
  readonly body?: SyntaxNode;
  readonly owner?: string;
}

/** Returns the scope of a node. The name of a function or class is outside of it. */
export function pythonScopeOf(node: SyntaxNode): PythonScope {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (around.type === "function_definition" || around.type === "lambda") {
      if (isInField(inner, "body")) return { scope: inner };
    } else if (around.type === "class_definition" && isInField(inner, "body")) {
      const owner = field(around, "name")?.text;
      return { type: around, body: inner, ...(owner === undefined ? {} : { owner }) };
    }
  }
  return { scope: inner };
}

/**
 * Returns the scope of an assigned name, which is an outer one when the name is `global` or
 * `nonlocal`.
 */
export function assignmentScope(name: SyntaxNode): PythonScope {
  let enclosing = pythonScopeOf(name);
  while (enclosing.scope !== undefined && enclosing.scope.parent !== null) {
    const statement = findScopeStatement(enclosing.scope, name.text);
    if (statement === undefined) break;
    let outer: PythonScope = enclosing;
    do outer = pythonScopeOf(outer.scope?.parent ?? outer.type!); while (
      outer.scope === undefined || statement === "global_statement" && outer.scope.parent !== null
    );
    enclosing = outer;
    if (statement === "nonlocal_statement") break;
  }
  return enclosing;
}

function findScopeStatement(body: SyntaxNode, name: string): string | undefined {
  return body.namedChildren.find(({ type, namedChildren }) =>
    (type === "global_statement" || type === "nonlocal_statement") &&
    namedChildren.some(({ text }) => text === name)
  )?.type;
}

/** Returns the name of the class around a node, which `self` refers to there. */
export function pythonOwnerAt(node: SyntaxNode): string | undefined {
  let enclosing = pythonScopeOf(node);
  while (enclosing.scope !== undefined && enclosing.scope.parent !== null) {
    enclosing = pythonScopeOf(enclosing.scope.parent);
  }
  return enclosing.owner;
}

/** Returns true when a name is the first parameter of a method around it. */
export function isSelf(name: SyntaxNode): boolean {
  const { text } = name;
  if (text !== "self" && text !== "cls") return false;
  for (let { scope } = pythonScopeOf(name); scope !== undefined && scope.parent !== null;) {
    const owner = scope.parent;
    const [first, ...rest] = parametersOf(owner);
    if (first !== undefined && nameOfParameter(first)?.text === text) {
      return pythonScopeOf(owner).type !== undefined &&
        !decoratorsOf(owner).includes("staticmethod");
    }
    if (rest.some((one) => nameOfParameter(one)?.text === text)) return false;
    ({ scope } = pythonScopeOf(owner));
  }
  return false;
}

/** Returns the parameters of a function, without the marks `/` and `*` and comments. */
export function parametersOf(owner: SyntaxNode): readonly SyntaxNode[] {
  return field(owner, "parameters")?.namedChildren.filter(({ type }) =>
    type !== "comment" && !type.endsWith("_separator")
  ) ?? [];
}

/** Returns the arguments of a call. */
export function argumentsOfCall(call: SyntaxNode): readonly SyntaxNode[] {
  return argumentsIn(field(call, "arguments"));
}

/** Returns the keyword argument with a name. */
export function keywordArgument(
  args: readonly SyntaxNode[],
  name: string | undefined,
): SyntaxNode | undefined {
  return args.find((one) => one.type === "keyword_argument" && field(one, "name")?.text === name);
}

/** Returns the name of a parameter. */
export function nameOfParameter(parameter: SyntaxNode): SyntaxNode | undefined {
  if (parameter.type === "identifier") return parameter;
  return field(parameter, "name") ?? parameter.firstNamedChild ?? undefined;
}

/** Returns the names of the decorators of a function or class, without qualifiers. */
export function decoratorsOf(definition: SyntaxNode): readonly string[] {
  const outer = definition.parent;
  if (outer?.type !== "decorated_definition") return [];
  return childrenOfType(outer, "decorator").flatMap((decorator) => {
    const inner = decorator.firstNamedChild;
    const callee = inner?.type === "call" ? field(inner, "function") : inner;
    return callee?.text.split(".").at(-1) ?? [];
  });
}

/**
 * Returns true when an earlier statement of a class body declares a name for the rest of the body.
 */
export function isDeclaredBefore(name: SyntaxNode, body: SyntaxNode): boolean {
  const { text, startIndex } = name;
  for (const statement of body.namedChildren) {
    if (statement.endIndex > startIndex) return false;
    const inner = statement.type === "decorated_definition"
      ? field(statement, "definition")
      : statement.type === "expression_statement"
      ? statement.firstNamedChild
      : statement;
    const declared = inner?.type === "assignment"
      ? field(inner, "right") === undefined ? undefined : field(inner, "left")
      : field(inner ?? statement, "name");
    if (declared !== undefined && declared.text === text && !isSameNode(declared, name)) {
      return true;
    }
  }
  return false;
}

const IMPORT_REGEXP = /(?:^|[:;])[^\S\n]*(?:from|import)\b/gm;
const SPACE_REGEXP = /[\s\\]+/g;

/** Returns the imports of a Python file, also in functions and under conditions. */
export function readPythonImports(root: SyntaxNode): readonly ImportedBinding[] {
  return [...root.text.matchAll(IMPORT_REGEXP)].flatMap(({ 0: found, index }) => {
    const statement = root.descendantForIndex(root.startIndex + index + found.length - 1)?.parent;
    if (statement?.type === "import_statement") return readImport(statement);
    return statement?.type === "import_from_statement" ? readFrom(statement) : [];
  });
}

/** Reads `import a.b, c as d`; for `a.b` the name `a` is visible in the file. */
function readImport(statement: SyntaxNode): readonly ImportedBinding[] {
  const scope = scopeOf(statement);
  return statement.childrenForFieldName("name").flatMap((part): readonly ImportedBinding[] => {
    const start = part.startIndex;
    const name = field(part, "name");
    if (name !== undefined) {
      const local = field(part, "alias")?.text ?? "";
      return [{ module: pathOf(name), name: "*", local, ...scope, start }];
    }
    const module = pathOf(part);
    const [first = module] = module.split(".");
    const whole = first === module ? [] : [{ module, name: "*", ...scope, start }];
    return [{ module: first, name: "*", local: first, ...scope, start }, ...whole];
  });
}

/** Reads `from a import b, c as d` and `from a import *`. */
function readFrom(statement: SyntaxNode): readonly ImportedBinding[] {
  const source = field(statement, "module_name");
  if (source === undefined) return [];
  const module = pathOf(source);
  const scope = scopeOf(statement);
  if (statement.lastNamedChild?.type === "wildcard_import") {
    return [{ module, ...scope, start: statement.startIndex }];
  }
  return statement.childrenForFieldName("name").map((part) => {
    const name = (field(part, "name") ?? part).text;
    const local = field(part, "alias")?.text ?? name;
    return { module, name, local, ...scope, start: part.startIndex };
  });
}

/** Returns the function or class around a statement, if any. */
function scopeOf(statement: SyntaxNode): Pick<ImportedBinding, "scope"> {
  const { scope, body } = pythonScopeOf(statement);
  const inner = scope ?? body;
  return inner === undefined || inner.parent === null ? {} : { scope: inner };
}

function pathOf(module: SyntaxNode): string {
  return module.text.replaceAll(SPACE_REGEXP, "");
}
