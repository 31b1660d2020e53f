import {
  type DeclaredName,
  type Expression,
  type NameUse,
  type ReferenceRules,
} from "../reference_rules.ts";
import { field, findAround, isField, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { luaNames, readLuaImports, requiredLuaModule } from "./lua_imports.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const FUNCTIONS = setOf("function_declaration function_definition");
const BLOCKS = setOf("block chunk");
const INDEXES = setOf("dot_index_expression method_index_expression");
/** Functions that make a class: of libraries for classes, by convention. */
const CLASS_REGEXP = /^(?:class|setmetatable|.*[.:](?:extend|subclass|derive|new_class|class))$/i;

/** How the names of Lua are read. What a file returns is what it exports. */
export const LUA_REFERENCES: ReferenceRules = {
  names: "identifier",
  readName,
  readExpression,
  typeNames: (type) =>
    type.type === "identifier" ? [type] : INDEXES.has(type.type) ? luaNames(type) : undefined,
  elementType: () => undefined,
  basesOf,
  ownerAt,
  readImports: readLuaImports,
  hasLateMembers: true,
  catchAllMembers: ["__index"],
  modules: "package.path",
  shares: "everything",
};

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  switch (parent.type) {
    case "function_declaration":
      return declareFunction(parent, {
        scope: isLocal(parent) ? blockAround(parent) : rootOf(node),
      }, parent);
    case "parameters":
      return { is: "declared", kind: "value", scope: parent.parent ?? undefined, isPrivate: true };
    case "for_numeric_clause":
      if (!isField(node, "name")) return useOf(node);
      return { is: "declared", kind: "value", scope: parent.parent ?? undefined, isPrivate: true };
    case "variable_list":
      return readVariable(node, parent);
    case "field":
      return isField(node, "name") && parent.firstChild?.type !== "["
        ? readField(parent)
        : isReturned(parent.parent!)
        ? { is: "imported" }
        : useOf(node);
    case "attribute":
    case "goto_statement":
    case "label_statement":
      return undefined;
  }
  if (isReturned(node) || requiredLuaModule(parent) !== undefined) return { is: "imported" };
  const isMember = INDEXES.has(parent.type) && !isField(node, "table");
  return isMember ? readMember(parent) : useOf(node);
}

/** Returns whether a name is what the file returns. */
function isReturned(node: SyntaxNode): boolean {
  const statement = node.parent?.parent;
  return statement?.type === "return_statement" && statement.parent?.type === "chunk";
}

function declareFunction(
  node: SyntaxNode,
  place: Pick<DeclaredName, "scope" | "owner">,
  declaration?: SyntaxNode,
): NameUse {
  const isPrivate = declaration !== undefined && isLocal(declaration);
  return { is: "declared", kind: "function", ...place, value: resultOf(node), isPrivate };
}

function declareValue(
  value: SyntaxNode | undefined,
  place: Pick<DeclaredName, "scope" | "owner" | "isPrivate" | "knownFrom">,
): NameUse {
  if (value !== undefined && FUNCTIONS.has(value.type)) {
    return { is: "declared", kind: "function", ...place, value: resultOf(value) };
  }
  const isTable = value?.type === "table_constructor" ||
    value?.type === "function_call" && CLASS_REGEXP.test(field(value, "name")?.text ?? "");
  return { is: "declared", kind: isTable ? "type" : "value", ...place, value };
}

/** Reads a name in a list that `local`, an assignment or a loop binds. */
function readVariable(node: SyntaxNode, list: SyntaxNode): NameUse | undefined {
  const statement = list.parent!;
  const index = list.childrenForFieldName("name").findIndex(({ id }) => id === node.id);
  const values =
    statement.namedChildren.find(({ type }) => type === "expression_list")?.namedChildren ?? [];
  if (statement.type === "for_generic_clause") {
    const [call] = values;
    const isPairs = index === 1 && call !== undefined &&
      /^i?pairs$/.test(field(call, "name")?.text ?? "");
    const value = isPairs ? field(call, "arguments")?.firstNamedChild ?? undefined : undefined;
    const scope = statement.parent ?? undefined;
    return {
      is: "declared",
      kind: "value",
      scope,
      value,
      isElement: value !== undefined,
      isPrivate: true,
    };
  }
  const declaration = statement.type === "variable_declaration" ? statement : statement.parent;
  if (declaration?.type !== "variable_declaration") {
    return declareValue(values[index], { scope: rootOf(node) });
  }
  if (values[index] !== undefined && requiredLuaModule(values[index]) !== undefined) {
    return { is: "imported" };
  }
  const knownFrom = declaration.endIndex;
  return declareValue(values[index], {
    scope: blockAround(declaration),
    isPrivate: true,
    knownFrom,
  });
}

/** Reads a field of a table that is assigned to a name, or returned by the file. */
function readField(entry: SyntaxNode): NameUse | undefined {
  const table = entry.parent!;
  const isOfFile = isReturned(table);
  const owner = isOfFile ? "exports" : nameOfTable(table);
  const value = field(entry, "value");
  // `return { open = open }` hands on what the file has.
  if (isOfFile && value?.type === "identifier") return { is: "imported" };
  return declareValue(value, owner === undefined ? {} : { owner });
}

function nameOfTable(table: SyntaxNode): string | undefined {
  if (table.parent?.type === "field") return field(table.parent, "name")?.text;
  const statement = table.parent?.parent;
  const list = statement?.namedChildren.find(({ type }) => type === "variable_list");
  return table.parent?.type === "expression_list" && list !== undefined
    ? luaNames(list.firstNamedChild ?? list)?.[0]?.text
    : undefined;
}

/** Reads `M.name`, `M:name` and `self.name`, which functions and assignments declare. */
function readMember(whole: SyntaxNode): NameUse {
  const table = field(whole, "table");
  const outer = whole.parent;
  const owner = table?.text === "self" ? ownerAt(whole) : luaNames(table ?? whole)?.[0]?.text;
  const place = owner === undefined ? {} : { owner };
  if (outer?.type === "function_declaration" && isField(whole, "name")) {
    return declareFunction(outer, place);
  }
  if (outer?.type === "variable_list" && outer.parent?.type === "assignment_statement") {
    const index = outer.namedChildren.findIndex(({ id }) => id === whole.id);
    const values = outer.parent.namedChildren.find(({ type }) => type === "expression_list");
    return declareValue(values?.namedChild(index) ?? undefined, place);
  }
  return { is: "used", how: howOf(whole), ...(table === undefined ? {} : { receiver: table }) };
}

function useOf(node: SyntaxNode): NameUse {
  return { is: "used", how: howOf(node) };
}

function howOf(node: SyntaxNode): "call" | "use" {
  return node.parent?.type === "function_call" && isField(node, "name") ? "call" : "use";
}

function readExpression(node: SyntaxNode): Expression | undefined {
  switch (node.type) {
    case "identifier":
      return node.text === "self" ? { is: "self" } : { is: "name", name: node };
    case "dot_index_expression":
    case "method_index_expression": {
      const [name] = luaNames(node) ?? [];
      return name === undefined ? undefined : { is: "name", name };
    }
    case "bracket_index_expression": {
      const of = field(node, "table");
      return of === undefined ? undefined : { is: "element", of };
    }
    case "parenthesized_expression":
      return node.firstNamedChild === null ? undefined : { is: "same", of: node.firstNamedChild };
    case "binary_expression": {
      const of = node.children.some(({ type }) => type === "or") ? node.lastNamedChild : null;
      return of === null ? undefined : { is: "same", of };
    }
    case "function_call": {
      const callee = field(node, "name");
      if (callee?.text !== "setmetatable") return callee && { is: "call", callee };
      const meta = metaOf(node);
      return meta && { is: "same", of: meta };
    }
  }
  return undefined;
}

/** Returns the class of `setmetatable({}, Class)` and `setmetatable({}, { __index = Class })`. */
function metaOf(call: SyntaxNode): SyntaxNode | undefined {
  const meta = field(call, "arguments")?.namedChild(1) ?? undefined;
  if (meta?.type !== "table_constructor") return meta;
  const index = meta.namedChildren.find((one) => field(one, "name")?.text === "__index");
  return index && field(index, "value");
}

/** Returns what the table of a class gets its members from, given its name. */
function basesOf(name: SyntaxNode): readonly SyntaxNode[] {
  const statement = name.parent?.parent;
  const values = statement?.namedChildren.find(({ type }) => type === "expression_list");
  const value = values?.firstNamedChild;
  if (value?.type !== "function_call") return [];
  const callee = field(value, "name");
  const meta = callee?.text === "setmetatable" ? metaOf(value) : undefined;
  if (meta !== undefined) return [meta];
  const table = callee === undefined ? undefined : field(callee, "table");
  return [...table === undefined ? [] : [table], ...field(value, "arguments")?.namedChildren ?? []]
    .filter(({ type }) => type === "identifier" || INDEXES.has(type));
}

/** Returns the table that the function around a node is a member of: what `self` stands for there. */
function ownerAt(node: SyntaxNode): string | undefined {
  for (
    let around = findAround(node, FUNCTIONS);
    around !== undefined;
    around = findAround(around, FUNCTIONS)
  ) {
    const name = around.type === "function_declaration"
      ? field(around, "name")
      : around.parent?.parent?.namedChildren.find(({ type }) => type === "variable_list")
        ?.firstNamedChild;
    const table = name === null || name === undefined ? undefined : field(name, "table");
    if (table !== undefined) return luaNames(table)?.[0]?.text;
    if (around.parent?.type === "field" && around.parent.parent !== null) {
      return nameOfTable(around.parent.parent);
    }
  }
  return undefined;
}

/** Returns what a function returns at its end. */
function resultOf(node: SyntaxNode): SyntaxNode | undefined {
  const last = field(node, "body")?.lastNamedChild;
  if (last?.type !== "return_statement") return undefined;
  return last.firstNamedChild?.firstNamedChild ?? undefined;
}

function isLocal(node: SyntaxNode): boolean {
  return node.firstChild?.type === "local";
}

function blockAround(node: SyntaxNode): SyntaxNode {
  return findAround(node, BLOCKS) ?? rootOf(node);
}
