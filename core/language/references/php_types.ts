import { raw } from "../../text/match_at.ts";
import type { Expression, ReferenceRules } from "../reference_rules.ts";
import {
  childrenOfType,
  createTextNode,
  field,
  findAncestor,
  hasToken,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  createExpressionReader,
  createTypeNamesReader,
  toExpression,
  toWordSet,
} from "./tables.ts";

/** Type of the node for a type that is only written in a comment. */
const COMMENTED_TYPE = "commented_type";

/** Type in a comment: a name, for lists the types of keys and elements, and brackets. */
const NAME_REGEXP =
  /^\??(?<name>\\?[A-Za-z_]\w*(?:\\\w+)*)(?:<(?<inner>[^]*)>)?(?<list>(?:\[\])*)$/;
/** `array`, `UserCollection`: types with elements. */
const LIST_REGEXP = new RegExp(
  raw`^(?:array|list|iterable|non-empty-array|non-empty-list|Traversable|Generator` +
    raw`|Iterator|\w*Collection|IteratorAggregate)$`,
);
/** `null`, `int`: types without members. */
const PLAIN_REGEXP = new RegExp(
  raw`^(?:null|void|never|bool|int|float|string|array|list|iterable|callable|true|false` +
    raw`|resource|numeric)$`,
);
const UNKNOWN_REGEXP = /^(?:mixed|object)$/;
const SELF_REGEXP = /^\??(?:self|static)$/;

/** Types of the nodes that declare types of PHP. */
export const TYPES: ReadonlySet<string> = toWordSet(
  "class_declaration interface_declaration trait_declaration enum_declaration",
);
/** Types of the nodes that declare types, including classes without a name. */
export const CLASSES: ReadonlySet<string> = new Set([...TYPES, "anonymous_class"]);
const PATHS = toWordSet("name qualified_name");
const MAGIC_REGEXP = /\bfunction\s+__call(?:Static)?\b/;

function readValue(node: SyntaxNode): Expression | undefined {
  return toExpression(
    "same",
    field(node, "right") ?? field(node, "body") ?? field(node, "alternative") ??
      node.lastNamedChild,
  );
}

/** Reads the qualifier of a name: it is a namespace, or an imported name. */
function readNamespace(node: SyntaxNode): Expression | undefined {
  const isWhole = node.parent?.text.startsWith("\\") === true;
  if (isWhole) return { is: "module", module: node.text.replaceAll("\\", ".") };
  return node.namedChildCount === 1 ? toExpression("name", node.firstNamedChild) : undefined;
}

function readCreation(node: SyntaxNode): Expression | undefined {
  const type = node.namedChildren.find(({ type }) => type === "name" || type === "qualified_name");
  if (type?.text === "self" || type?.text === "static") return { is: "self" };
  return type?.text === "parent" ? { is: "super" } : toExpression("typed", type);
}

function commentedNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
  const found: SyntaxNode[] = [];
  for (const { text, start } of splitAt(type.text, "|")) {
    const { name = "", list = "" } = NAME_REGEXP.exec(text)?.groups ?? {};
    if (name === "" || UNKNOWN_REGEXP.test(name)) return undefined;
    if (list !== "" || PLAIN_REGEXP.test(name)) continue;
    const last = name.slice(name.lastIndexOf("\\") + 1);
    // Only the last name of a path is resolved: by an import, or in the namespace of the file.
    if (last !== name) return undefined;
    const at = type.startIndex + start + text.indexOf(name);
    found.push(createTextNode(type.parent!, { type: "name", text: last, start: at }));
  }
  return found;
}

/**
 * Returns the parts of a text between marks outside of brackets, without surrounding white space.
 */
function splitAt(text: string, mark: string): readonly { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if ("<({".includes(text[at] ?? " ")) depth++;
    else if (">)}".includes(text[at] ?? " ")) depth--;
    if (at < text.length && (text[at] !== mark || depth > 0)) continue;
    const part = text.slice(from, at);
    parts.push({ text: part.trim(), start: from + part.length - part.trimStart().length });
    from = at + 1;
  }
  return parts;
}

function createCommentedType(type: SyntaxNode, text: string, start: number): SyntaxNode {
  return createTextNode(type.parent!, { type: COMMENTED_TYPE, text, start });
}

/**
 * Returns the type that the comment above a node states in a tag: `@return`, `@var`, or `@param`
 * with a variable.
 */
export function commentedType(
  node: SyntaxNode,
  tag: "return" | "var" | "param",
  variable = "",
): SyntaxNode | undefined {
  const comment = node.previousNamedSibling;
  if (comment?.type !== "comment") return undefined;
  const { text } = comment;
  for (
    const { index, 0: { length } } of text.matchAll(
      new RegExp(`@(?:phpstan-|psalm-)?${tag}\\s+`, "g"),
    )
  ) {
    const from = index + length;
    const type = typeAt(text, from);
    const rest = text.slice(from + type.length).trimStart();
    const isForVariable = variable === "" || new RegExp(`^[&.]*\\${variable}\\b`).test(rest);
    if (type !== "" && isForVariable) {
      return createTextNode(comment, {
        type: COMMENTED_TYPE,
        text: type,
        start: comment.startIndex + from,
      });
    }
  }
  return undefined;
}

/** Returns the type that begins at an offset: up to white space outside of brackets. */
function typeAt(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if ("<({".includes(character)) depth++;
    else if (">)}".includes(character)) depth--;
    else if (depth === 0 && /\s/.test(character)) return text.slice(from, at);
  }
  return "";
}

function ownerAt(node: SyntaxNode): string | undefined {
  return field(findAncestor(node, CLASSES), "name")?.text;
}

export const PHP_TYPES = {
  readExpression: createExpressionReader({
    "name": "name",
    "qualified_name": "name last",
    "variable_name": (node) => node.text === "$this" ? { is: "self" } : toExpression("name", node),
    "relative_scope": ({ text }) => ({ is: text.toLowerCase() === "parent" ? "super" : "self" }),
    "named_type optional_type": ({ text }) => SELF_REGEXP.test(text) ? { is: "self" } : undefined,
    "function_call_expression": "call function",
    "member_call_expression nullsafe_member_call_expression scoped_call_expression": "call name",
    "member_access_expression nullsafe_member_access_expression": "name name",
    "scoped_property_access_expression": "name name.first",
    "class_constant_access_expression": ({ firstNamedChild: type, lastNamedChild: name }) =>
      name?.text === "class" ? toExpression("same", type) : toExpression("name", name),
    "object_creation_expression": readCreation,
    "subscript_expression": "element first",
    "binary_expression": (node) =>
      hasToken(node, "??") ? toExpression("same", field(node, "left")) : undefined,
    "namespace_name": readNamespace,
    "\\": () => ({ is: "module", module: "" }),
    "parenthesized_expression clone_expression assignment_expression": readValue,
    "conditional_expression error_suppression_expression reference_assignment_expression":
      readValue,
  }),
  typeNames: createTypeNamesReader({
    "name": "name",
    "qualified_name": "name last",
    "named_type optional_type": "in first",
    "union_type intersection_type disjunctive_normal_form_type": "all",
    "primitive_type": ({ text }) => UNKNOWN_REGEXP.test(text) ? undefined : [],
    [COMMENTED_TYPE]: commentedNames,
    // Body of a trait or of a class with magic methods: its members may be in the types that use
    // it.
    "declaration_list": "any",
  }, "none"),
  elementType(type) {
    if (type.type !== COMMENTED_TYPE) return undefined;
    for (const { text, start } of splitAt(type.text, "|")) {
      const { name = "", inner, list = "" } = NAME_REGEXP.exec(text)?.groups ?? {};
      const at = type.startIndex + start;
      if (list !== "") return createCommentedType(type, text.slice(0, -2), at);
      if (inner === undefined || !LIST_REGEXP.test(name)) continue;
      const last = splitAt(inner, ",").at(-1)!;
      return createCommentedType(type, last.text, at + text.indexOf("<") + 1 + last.start);
    }
    return undefined;
  },
  /** Returns the types after `extends`, the traits, and the types after `implements`. */
  basesOf({ parent: type }) {
    if (type === null || !TYPES.has(type.type)) return [];
    const body = field(type, "body");
    const isOpen = type.type === "trait_declaration" ||
      body !== undefined && MAGIC_REGEXP.test(body.text);
    return [
      ...childrenOfType(type, "base_clause"),
      ...childrenOfType(body, "use_declaration"),
      ...childrenOfType(type, "class_interface_clause"),
    ].flatMap(({ namedChildren }) => namedChildren.filter((one) => PATHS.has(one.type)))
      .concat(isOpen && body !== undefined ? [body] : []);
  },
  ownerAt,
} satisfies Partial<ReferenceRules>;
