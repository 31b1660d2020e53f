import type { Expression } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { nodeInText } from "../text_names.ts";

/** The type of the node that stands for a type which is only said in a comment. */
const COMMENTED_TYPE = "commented_type";

const SAME_REGEXP =
  /^(?:parenthesized|clone|assignment|conditional|error_suppression|reference_assignment)_expression$/;
const CALL_REGEXP = /^(?:member|nullsafe_member|scoped)_call_expression$/;
const ACCESS_REGEXP = /^(?:nullsafe_)?member_access_expression$/;
/** A type in a comment: a name, of lists the types of keys and elements, and brackets. */
const NAME_REGEXP =
  /^\??(?<name>\\?[A-Za-z_]\w*(?:\\\w+)*)(?:<(?<inner>[^]*)>)?(?<list>(?:\[\])*)$/;
const LIST_REGEXP =
  /^(?:array|list|iterable|non-empty-array|non-empty-list|Traversable|Generator|Iterator|\w*Collection|IteratorAggregate)$/;
const PLAIN_REGEXP =
  /^(?:null|void|never|bool|int|float|string|array|list|iterable|callable|true|false|resource|numeric)$/;
const UNKNOWN_REGEXP = /^(?:mixed|object)$/;
const OWN_REGEXP = /^\??(?:self|static)$/;

/** Returns what an expression of PHP is, as far as its type can be told from it. */
export function readPhpExpression(node: SyntaxNode): Expression | undefined {
  const { type } = node;
  if (CALL_REGEXP.test(type)) return callOf(field(node, "name"));
  if (ACCESS_REGEXP.test(type)) return nameOf(field(node, "name"));
  if (SAME_REGEXP.test(type)) return sameAs(valueIn(node));
  switch (type) {
    case "name":
      return { is: "name", name: node };
    case "qualified_name":
      return nameOf(node.lastNamedChild);
    case "variable_name":
      return node.text === "$this" ? { is: "self" } : { is: "name", name: node };
    case "relative_scope":
      return { is: node.text.toLowerCase() === "parent" ? "super" : "self" };
    case "named_type":
    case "optional_type":
      return OWN_REGEXP.test(node.text) ? { is: "self" } : undefined;
    case "function_call_expression":
      return callOf(field(node, "function"));
    case "scoped_property_access_expression":
      return nameOf(field(node, "name")?.firstNamedChild);
    case "class_constant_access_expression": {
      const name = node.lastNamedChild;
      return name?.text === "class" ? sameAs(node.firstNamedChild) : nameOf(name);
    }
    case "object_creation_expression":
      return readCreation(node);
    case "subscript_expression": {
      const of = node.firstNamedChild;
      return of === null ? undefined : { is: "element", of };
    }
    case "binary_expression": {
      const isDefault = node.children.some((child) => child.type === "??");
      return isDefault ? sameAs(field(node, "left")) : undefined;
    }
    case "namespace_name":
      return readNamespace(node);
    case "\\":
      return { is: "module", module: "" };
  }
  return undefined;
}

function valueIn(node: SyntaxNode): SyntaxNode | null | undefined {
  return field(node, "right") ?? field(node, "body") ?? field(node, "alternative") ??
    node.lastNamedChild;
}

/** Reads what stands before a name in a path: all of it is a namespace, or a name that is imported. */
function readNamespace(node: SyntaxNode): Expression | undefined {
  const isWhole = node.parent?.text.startsWith("\\") === true;
  if (isWhole) return { is: "module", module: node.text.replaceAll("\\", ".") };
  return node.namedChildCount === 1 ? nameOf(node.firstNamedChild) : undefined;
}

function readCreation(node: SyntaxNode): Expression | undefined {
  const type = node.namedChildren.find(({ type }) => type === "name" || type === "qualified_name");
  switch (type?.text) {
    case undefined:
      return undefined;
    case "self":
    case "static":
      return { is: "self" };
    case "parent":
      return { is: "super" };
  }
  return { is: "typed", type: type! };
}

function nameOf(name: SyntaxNode | null | undefined): Expression | undefined {
  return name === null || name === undefined ? undefined : { is: "name", name };
}

function callOf(callee: SyntaxNode | undefined): Expression | undefined {
  return callee === undefined ? undefined : { is: "call", callee };
}

function sameAs(of: SyntaxNode | null | undefined): Expression | undefined {
  return of === null || of === undefined ? undefined : { is: "same", of };
}

/** Returns the names of the types whose members a value of a type has. */
export function phpTypeNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
  switch (type.type) {
    case "name":
      return [type];
    case "qualified_name":
      return type.lastNamedChild === null ? [] : [type.lastNamedChild];
    case "named_type":
    case "optional_type":
      return type.firstNamedChild === null ? [] : phpTypeNames(type.firstNamedChild);
    case "union_type":
    case "intersection_type":
    case "disjunctive_normal_form_type": {
      const listed = type.namedChildren.map(phpTypeNames);
      return listed.includes(undefined) ? undefined : listed.flatMap((names) => names!);
    }
    case "primitive_type":
      return UNKNOWN_REGEXP.test(type.text) ? undefined : [];
    case COMMENTED_TYPE:
      return commentedNames(type);
    // What traits and classes with magic methods inherit from: it is in the types that use them.
    case "declaration_list":
      return undefined;
  }
  return [];
}

/** Returns the type of the elements of a list type. */
export function phpElementType(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type !== COMMENTED_TYPE) return undefined;
  for (const { text, start } of splitAt(type.text, "|")) {
    const { name = "", inner, list = "" } = NAME_REGEXP.exec(text)?.groups ?? {};
    const at = type.startIndex + start;
    if (list !== "") return commented(type, text.slice(0, -2), at);
    if (inner === undefined || !LIST_REGEXP.test(name)) continue;
    const last = splitAt(inner, ",").at(-1)!;
    return commented(type, last.text, at + text.indexOf("<") + 1 + last.start);
  }
  return undefined;
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
    found.push(nodeInText(type.parent!, { type: "name", text: last, start: at }));
  }
  return found;
}

/** Returns the parts of a text between marks that stand in no brackets, without white space around them. */
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

function commented(type: SyntaxNode, text: string, start: number): SyntaxNode {
  return nodeInText(type.parent!, { type: COMMENTED_TYPE, text, start });
}

/** Returns the type that the comment above a node gives by a tag: `@return`, `@var`, or `@param` with a variable. */
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
    const behind = text.slice(from + type.length).trimStart();
    const isIt = variable === "" || new RegExp(`^[&.]*\\${variable}\\b`).test(behind);
    if (type !== "" && isIt) {
      return nodeInText(comment, {
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
