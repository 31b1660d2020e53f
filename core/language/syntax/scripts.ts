import {
  childrenOfType,
  constantsOf,
  type Definition,
  field,
  kindByCase,
  multilineBody,
  type Scope,
  type SyntaxRules,
} from "../syntax_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";

/** How the definitions of Python are found. */
export const PYTHON_SYNTAX: SyntaxRules = {
  definitions: {
    "class_definition": { kind: "class", members: true },
    "function_definition": { kind: "function" },
    "type_alias_statement": { kind: "type", name: "left", body: "" },
    "expression_statement": pythonAssignment,
  },
  wrappers: "decorated_definition",
  blocks: "block if_statement elif_clause else_clause try_statement except_clause finally_clause " +
    "with_statement",
  attributes: "decorator",
  docString,
};

/** How the definitions of Ruby are found. */
export const RUBY_SYNTAX: SyntaxRules = {
  definitions: {
    "class": { kind: "class", members: true, more: rubyPath },
    "module": { kind: "module", members: true, more: rubyPath },
    "method": {
      kind: (_, { kind }) => kind === undefined ? "function" : "method",
      more: rubyBody,
    },
    "singleton_method": { kind: "method", more: rubyBody },
    "assignment": rubyConstant,
  },
  // `private def …` passes the method's name to a call.
  wrappers: "call argument_list",
  blocks: "body_statement singleton_class do_block begin if unless else then",
};

/** How the definitions of PHP are found. */
export const PHP_SYNTAX: SyntaxRules = {
  definitions: {
    "namespace_definition": namespace,
    "class_declaration": { kind: "class", members: true },
    "interface_declaration": { kind: "interface", members: true },
    "trait_declaration": { kind: "trait", members: true },
    "enum_declaration": { kind: "enum", members: true },
    "function_definition": { kind: "function" },
    "method_declaration": { kind: "method" },
    "const_declaration": phpConstants,
  },
  blocks: "compound_statement if_statement else_clause else_if_clause",
  attributes: "attribute_list",
};

/** How the definitions of Lua are found. */
export const LUA_SYNTAX: SyntaxRules = {
  definitions: {
    "function_declaration": {
      kind: "function",
      more: (node) => ({ ...splitName(field(node, "name") ?? node), body: bodyOf(node) }),
    },
    "assignment_statement": luaAssignment,
    "field": tableField,
  },
  wrappers: "variable_declaration",
  // A module may end by returning the table of its functions.
  blocks: "block do_statement if_statement else_statement elseif_statement return_statement " +
    "expression_list table_constructor",
};

/** How the definitions of Bash are found. */
export const BASH_SYNTAX: SyntaxRules = {
  definitions: {
    "function_definition": { kind: "function" },
    // Only names in capitals, which a script keeps for its settings; the others are passing values.
    "variable_assignment": {
      kind: (name) => kindByCase(name) === "constant" ? "constant" : undefined,
      body: "value",
      isValue: true,
    },
  },
  wrappers: "declaration_command",
  blocks: "if_statement elif_clause else_clause compound_statement list",
};

/** Names bound at file level, and those in capitals in a class. */
function pythonAssignment(node: SyntaxNode, scope: Scope): Definition[] {
  const expression = node.firstNamedChild;
  if (expression?.type !== "assignment") return [];
  const left = field(expression, "left");
  if (left?.type !== "identifier") return [];
  const kind = kindByCase(left.text);
  if (scope.kind !== undefined && kind === "variable") return [];
  return [{ kind, name: left.text, node, body: multilineBody(field(expression, "right")) }];
}

function docString({ kind, body }: Definition): SyntaxNode | undefined {
  if (kind !== "class" && kind !== "function") return undefined;
  const first = body?.firstNamedChild;
  const string = first?.type === "expression_statement" ? first.firstNamedChild : first;
  if (string?.type !== "string") return undefined;
  return string.namedChildren.find((child) => child.type === "string_content");
}

/** `class A::B` defines `B` in `A`. */
function rubyPath(node: SyntaxNode): Partial<Definition> {
  const path = field(node, "name");
  const last = field(path, "name") ?? path;
  return { name: last?.text ?? "", owner: field(path, "scope")?.text, ...rubyBody(node) };
}

/** A definition that holds nothing ends before its last word. */
function rubyBody(node: SyntaxNode): Partial<Definition> {
  const last = node.lastChild;
  return { body: field(node, "body") ?? (last?.type === "end" ? last : undefined) };
}

function rubyConstant(node: SyntaxNode): Definition[] {
  const name = field(node, "left");
  if (name?.type !== "constant") return [];
  const value = field(node, "right");
  const block = value?.type === "call" ? field(value, "block") : undefined;
  // `Point = Struct.new(:x) do … end` is a class in all but its keyword.
  const kind = block === undefined ? "constant" : "class";
  return [{ kind, name: name.text, node, body: block ?? multilineBody(value), members: block }];
}

function namespace(node: SyntaxNode): Definition[] | undefined {
  const name = field(node, "name");
  const body = field(node, "body");
  // `namespace { … }` is the global one.
  if (name === undefined) return body === undefined ? [] : [globalNamespace(body)];
  const opensRest = body === undefined;
  return [{ kind: "module", name: name.text, node, body, members: body, opensRest }];
}

function globalNamespace(body: SyntaxNode): Definition {
  return { kind: "module", name: "", node: body, members: body, hidden: true };
}

function phpConstants(node: SyntaxNode): Definition[] {
  return constantsOf(node, childrenOfType(node, "const_element"), (element) => ({
    name: element.firstNamedChild,
    value: element.lastNamedChild,
  }));
}

function luaAssignment(node: SyntaxNode, { wrapper }: Scope): Definition[] {
  const [variables, expressions] = node.namedChildren;
  const names = variables?.childrenForFieldName("name") ?? [];
  const values = expressions?.childrenForFieldName("value") ?? [];
  return names.flatMap((name, index): Definition[] => {
    const value = values[index];
    const outer = names.length === 1 ? wrapper ?? node : name;
    if (value?.type === "function_definition") {
      return [{ kind: "function", ...splitName(name), node: outer, body: bodyOf(value) }];
    }
    // Other fields of a table are its data.
    if (name.type !== "identifier") return [];
    const members = value?.type === "table_constructor" ? value : undefined;
    const kind = kindByCase(name.text);
    // A file's other locals are mostly short names for what it requires.
    if (members === undefined && kind === "variable") return [];
    const body = members ?? multilineBody(value);
    return [{ kind, name: name.text, node: outer, body, members }];
  });
}

function tableField(node: SyntaxNode): Definition[] {
  const name = field(node, "name");
  const value = field(node, "value");
  if (name?.type !== "identifier" || value?.type !== "function_definition") return [];
  return [{ kind: "function", name: name.text, node, body: bodyOf(value) }];
}

/** `M.sub.name` and `M:name` define `name` in `M.sub` and `M`. */
function splitName(node: SyntaxNode): { name: string; owner?: string } {
  const last = field(node, "field") ?? field(node, "method");
  const table = field(node, "table");
  if (last === undefined || table === undefined) return { name: node.text };
  return { name: last.text, owner: table.text };
}

function bodyOf(node: SyntaxNode): SyntaxNode | undefined {
  return field(node, "body") ?? node.lastChild ?? undefined;
}
