import { type DeclaredName, type UsedName } from "../reference_rules.ts";
import { field, isField, isSameNode, rootOf, type SyntaxNode } from "../syntax_node.ts";

/** `TEST_F(Suite, Name) {`: a macro that makes a function, read as one of its name. */
const MACRO_REGEXP = /^[A-Z][A-Z0-9_]+$/;
const TEST_REGEXP = /TEST/;
/** Words of C that are no names; a text without a tree has them too. */
const KEYWORDS = new Set(
  "if else for while do switch case default break continue return goto sizeof typeof struct union enum static inline extern const volatile register unsigned signed int char long short float double void auto typedef new delete this class template typename operator static_cast const_cast dynamic_cast reinterpret_cast defined __VA_ARGS__"
    .split(" "),
);
const NAME_REGEXP = /^[A-Za-z_]\w*$/;
const CALL_REGEXP = /^\s*\(/;
const MEMBER_REGEXP = /(?:\.|->|::)\s*$/;

/** Reads a name in the body of a macro, which is a text without a tree. */
export function readInMacro(node: SyntaxNode, body: SyntaxNode): UsedName | undefined {
  if (KEYWORDS.has(node.text)) return undefined;
  const { text, startIndex } = body;
  const isCall = CALL_REGEXP.test(text.slice(node.endIndex - startIndex));
  const isMember = MEMBER_REGEXP.test(text.slice(0, node.startIndex - startIndex));
  if (body.parent?.type === "preproc_call" && !body.parent.text.startsWith("#undef")) {
    return undefined;
  }
  return {
    is: "used",
    how: isCall ? "call" : "use",
    ...(isMember ? { receiver: body } : {}),
  };
}

/** Reads a macro without parameters: one for another name renames what is declared elsewhere. */
export function declareMacro(definition: SyntaxNode): DeclaredName {
  const isForward = NAME_REGEXP.test(field(definition, "value")?.text ?? "");
  return { is: "declared", kind: "value", scope: rootOf(definition), isForward };
}

/** Returns whether a macro makes a function: `TEST_F(Suite, Name) { … }` is read as one of the name of the macro. */
export function isGenerated(definition: SyntaxNode): boolean {
  const head = field(definition, "declarator");
  return definition.type === "function_definition" && field(definition, "type") === undefined &&
    head?.type === "function_declarator" &&
    MACRO_REGEXP.test(field(head, "declarator")?.text ?? "");
}

/** Returns whether a name is that of the function that a macro makes: of a test the second one, else the first. */
export function isGeneratedName(node: SyntaxNode, parameter: SyntaxNode): boolean {
  const head = parameter.parent?.parent ?? undefined;
  const definition = head?.parent;
  if (definition === null || definition === undefined || !isGenerated(definition)) return false;
  if (field(parameter, "declarator") !== undefined) return false;
  return isField(node, "type") && isMadeName(parameter, field(head, "declarator")?.text ?? "");
}

/** Returns whether a name is that of a function of C that a macro makes: its head is read as a call without an end. */
export function isMacroArgument(node: SyntaxNode, list: SyntaxNode): boolean {
  const statement = list.parent?.parent;
  if (statement?.type !== "expression_statement" || statement.parent?.parent !== null) return false;
  const name = field(list.parent!, "function")?.text ?? "";
  return MACRO_REGEXP.test(name) && !statement.text.endsWith(";") && isMadeName(node, name);
}

/** Returns whether a node is the one of a list that names the function which a macro makes. */
function isMadeName(node: SyntaxNode, macro: string): boolean {
  const [first, second] = node.parent!.namedChildren;
  return isSameNode(TEST_REGEXP.test(macro) ? second ?? first : first, node);
}
