import type {
  DeclaredName,
  Expression,
  ImportedBinding,
  NameUse,
  ReferenceRules,
} from "../reference_rules.ts";
import {
  childOfType,
  field,
  findAncestor,
  hasToken,
  indexOfNode,
  isInField,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  createExpressionReader,
  createNameReader,
  createTypeNamesReader,
  declared,
  IMPORTED,
  toExpression,
  toWordSet,
  used,
} from "./tables.ts";

const FUNCTIONS = toWordSet("function_declaration function_definition");
const BLOCKS = toWordSet("block chunk");
const INDEXES = toWordSet("dot_index_expression method_index_expression");
/** Functions that create a class, by the conventions of class libraries. */
const CLASS_REGEXP = /^(?:class|setmetatable|.*[.:](?:extend|subclass|derive|new_class|class))$/i;

/** Rules for the names of Lua. A file exports what it returns. */
export default {
  names: "identifier",
  readName: createNameReader({
    useOf,
    ownerAt,
    rows: {
      "function_declaration": (name, node) =>
        declareFunction(node, {
          scope: isLocal(node) ? enclosingBlock(node) : rootOf(name),
          isPrivate: isLocal(node),
        }),
      "parameters for_numeric_clause.name": "value scope=parent private",
      "variable_list": readVariable,
      "field.name": (_name, node) => node.firstChild?.type === "[" ? undefined : readField(node),
      "field": (name, node) => isReturnedByFile(node.parent!) ? IMPORTED : useOf(name),
      "attribute goto_statement label_statement": "none",
    },
    otherwise(name, node) {
      if (isReturnedByFile(name) || requiredModule(node) !== undefined) return IMPORTED;
      return INDEXES.has(node.type) && !isInField(name, "table") ? readMember(node) : useOf(name);
    },
  }),
  readExpression: createExpressionReader({
    "identifier": (node) => node.text === "self" ? { is: "self" } : toExpression("name", node),
    "dot_index_expression": "name field",
    "method_index_expression": "name method",
    "bracket_index_expression": "element table",
    "parenthesized_expression": "same first",
    "binary_expression": (node) =>
      hasToken(node, "or") ? toExpression("same", node.lastNamedChild) : undefined,
    "function_call": (node): Expression | undefined => {
      const callee = field(node, "name");
      return callee?.text === "setmetatable"
        ? toExpression("same", metatableOf(node))
        : toExpression("call", callee);
    },
  }),
  typeNames: createTypeNamesReader({
    "identifier": "name",
    "dot_index_expression": "name field",
    "method_index_expression": "name method",
  }, "any"),
  elementType: () => undefined,
  /** Returns the tables that the table of a class gets its members from, given its name. */
  basesOf(name) {
    const value = childOfType(name.parent?.parent, "expression_list")?.firstNamedChild;
    if (value?.type !== "function_call") return [];
    const callee = field(value, "name");
    const meta = callee?.text === "setmetatable" ? metatableOf(value) : undefined;
    if (meta !== undefined) return [meta];
    const table = field(callee, "table");
    return [
      ...table === undefined ? [] : [table],
      ...field(value, "arguments")?.namedChildren ?? [],
    ]
      .filter(({ type }) => type === "identifier" || INDEXES.has(type));
  },
  ownerAt,
  /** Returns the modules that a Lua file requires, and its return value, which is its export. */
  readImports(root) {
    return root.namedChildren.flatMap((node): readonly ImportedBinding[] => {
      if (node.type === "return_statement") return readReturned(node);
      const [statement] = node.type === "variable_declaration" ? node.namedChildren : [];
      const [list, values] = statement?.type === "assignment_statement"
        ? statement.namedChildren
        : [];
      return (list?.childrenForFieldName("name") ?? []).flatMap((name, index) => {
        const value = values?.namedChild(index);
        const required = value === null || value === undefined ? undefined : requiredModule(value);
        return required === undefined
          ? []
          : [{ ...required, local: name.text, start: name.startIndex }];
      });
    });
  },
  hasSubtypeMembers: true,
  catchAllMembers: ["__index"],
  modules: "package.path",
  implicitVisibility: "everything",
} satisfies ReferenceRules;

/** Returns true when a name is the return value of the file. */
function isReturnedByFile(node: SyntaxNode): boolean {
  const statement = node.parent?.parent;
  return statement?.type === "return_statement" && statement.parent?.type === "chunk";
}

/** Scope or owner of a declaration. */
type NameScope = Pick<DeclaredName, "scope" | "owner" | "isPrivate" | "visibleFrom">;

function declareFunction(node: SyntaxNode, place: NameScope): NameUse {
  return declared("function", { ...place, value: resultOf(node) });
}

function declareValue(value: SyntaxNode | undefined, place: NameScope): NameUse {
  if (value !== undefined && FUNCTIONS.has(value.type)) return declareFunction(value, place);
  const isTable = value?.type === "table_constructor" ||
    value?.type === "function_call" && CLASS_REGEXP.test(field(value, "name")?.text ?? "");
  return declared(isTable ? "type" : "value", { ...place, value });
}

/** Reads a name in a list that `local`, an assignment or a loop binds. */
function readVariable(node: SyntaxNode, list: SyntaxNode): NameUse | undefined {
  const statement = list.parent!;
  const index = indexOfNode(list.childrenForFieldName("name"), node);
  const values = childOfType(statement, "expression_list")?.namedChildren ?? [];
  const own = values[index];
  if (statement.type === "for_generic_clause") {
    const [call] = values;
    const isPairs = index === 1 && /^i?pairs$/.test(field(call, "name")?.text ?? "");
    const value = isPairs ? field(call, "arguments")?.firstNamedChild ?? undefined : undefined;
    const isElement = value !== undefined;
    return declared("value", {
      scope: statement.parent ?? undefined,
      value,
      isElement,
      isPrivate: true,
    });
  }
  const declaration = statement.type === "variable_declaration" ? statement : statement.parent;
  if (declaration?.type !== "variable_declaration") {
    return declareValue(own, { scope: rootOf(node) });
  }
  if (own !== undefined && requiredModule(own) !== undefined) return IMPORTED;
  const visibleFrom = declaration.endIndex;
  return declareValue(own, {
    scope: enclosingBlock(declaration),
    isPrivate: true,
    visibleFrom,
  });
}

/** Reads a field of a table that is assigned to a name, or returned by the file. */
function readField(entry: SyntaxNode): NameUse | undefined {
  const table = entry.parent!;
  const isOfFile = isReturnedByFile(table);
  const value = field(entry, "value");
  // `return { open = open }` re-exports a name of the file.
  if (isOfFile && value?.type === "identifier") return IMPORTED;
  return declareValue(value, { owner: isOfFile ? "exports" : nameOfTable(table) });
}

function nameOfTable({ parent }: SyntaxNode): string | undefined {
  if (parent?.type === "field") return field(parent, "name")?.text;
  const list = childOfType(parent?.parent, "variable_list");
  return parent?.type === "expression_list" && list !== undefined
    ? lastName(list.firstNamedChild ?? list)?.text
    : undefined;
}

/** Reads `M.name`, `M:name` and `self.name`, which functions and assignments declare. */
function readMember(whole: SyntaxNode): NameUse {
  const table = field(whole, "table");
  const outer = whole.parent;
  const owner = table?.text === "self" ? ownerAt(whole) : lastName(table ?? whole)?.text;
  if (outer?.type === "function_declaration" && isInField(whole, "name")) {
    return declareFunction(outer, { owner });
  }
  if (outer?.type === "variable_list" && outer.parent?.type === "assignment_statement") {
    const values = childOfType(outer.parent, "expression_list");
    const index = indexOfNode(outer.namedChildren, whole);
    return declareValue(values?.namedChild(index) ?? undefined, { owner });
  }
  return useOf(whole, table);
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): NameUse {
  const isCall = node.parent?.type === "function_call" && isInField(node, "name");
  return used(isCall ? "call" : "use", { receiver });
}

/** Returns the class of `setmetatable({}, Class)` and `setmetatable({}, { __index = Class })`. */
function metatableOf(call: SyntaxNode): SyntaxNode | undefined {
  const meta = field(call, "arguments")?.namedChild(1) ?? undefined;
  if (meta?.type !== "table_constructor") return meta;
  return field(meta.namedChildren.find((one) => field(one, "name")?.text === "__index"), "value");
}

/**
 * Returns the name of the table that the function around a node is a member of, which `self` refers
 * to there.
 */
function ownerAt(node: SyntaxNode): string | undefined {
  for (
    let around = findAncestor(node, FUNCTIONS);
    around !== undefined;
    around = findAncestor(around, FUNCTIONS)
  ) {
    const name = around.type === "function_declaration"
      ? field(around, "name")
      : childOfType(around.parent?.parent, "variable_list")?.firstNamedChild;
    const table = field(name, "table");
    if (table !== undefined) return lastName(table)?.text;
    if (around.parent?.type === "field" && around.parent.parent !== null) {
      return nameOfTable(around.parent.parent);
    }
  }
  return undefined;
}

function resultOf(node: SyntaxNode): SyntaxNode | undefined {
  const last = field(node, "body")?.lastNamedChild;
  if (last?.type !== "return_statement") return undefined;
  return last.firstNamedChild?.firstNamedChild ?? undefined;
}

function isLocal(node: SyntaxNode): boolean {
  return node.firstChild?.type === "local";
}

function enclosingBlock(node: SyntaxNode): SyntaxNode {
  return findAncestor(node, BLOCKS) ?? rootOf(node);
}

const QUOTES_REGEXP = /^(?:["']|\[=*\[)|(?:["']|\]=*\])$/g;

/** Reads `return M`, `return setmetatable(M, …)` and `return { open = open }`. */
function readReturned(statement: SyntaxNode): readonly ImportedBinding[] {
  const value = statement.firstNamedChild?.firstNamedChild;
  if (value === null || value === undefined) return [];
  const isWrapped = value.type === "function_call" && field(value, "name")?.text === "setmetatable";
  const inner = (isWrapped ? field(value, "arguments")?.firstNamedChild : value) ?? value;
  const start = inner.startIndex;
  if (inner.type === "identifier") return [{ local: inner.text, exportedAs: "default", start }];
  if (inner.type !== "table_constructor") return [{ exportedAs: "*", start }];
  return inner.namedChildren.flatMap((entry) => {
    const [name, own] = [field(entry, "name"), field(entry, "value")];
    return name === undefined || own?.type !== "identifier"
      ? []
      : [{ local: own.text, exportedAs: name.text, start: entry.startIndex }];
  });
}

/**
 * Returns the module of `require("m")`, and the imported name: `*` for all, or `f` of
 * `require("m").f`.
 */
function requiredModule(
  value: SyntaxNode,
): Pick<ImportedBinding, "module" | "name"> | undefined {
  const call = value.type === "dot_index_expression" ? field(value, "table") : value;
  if (call?.type !== "function_call" || field(call, "name")?.text !== "require") return undefined;
  const argument = field(call, "arguments")?.firstNamedChild;
  if (argument?.type !== "string") return undefined;
  const module = argument.text.replaceAll(QUOTES_REGEXP, "");
  return { module, name: value === call ? "*" : lastName(value)?.text ?? "*" };
}

/** Returns the last name of a path. */
function lastName(node: SyntaxNode): SyntaxNode | undefined {
  return node.type === "identifier" ? node : field(node, "field") ?? field(node, "method");
}
