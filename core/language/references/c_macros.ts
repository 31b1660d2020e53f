import type { DeclaredName, UsedName } from "../reference_rules.ts";
import { field, isInField, isSameNode, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { declared, toWordSet, used } from "./tables.ts";

/**
 * `TEST_F(Suite, Name) {`: a macro that defines a function; the grammar reads it as a function with
 * the name of the macro.
 */
const MACRO_REGEXP = /^[A-Z][A-Z0-9_]+$/;
const TEST_REGEXP = /TEST/;
/** Keywords of C, which also occur in a text without a tree. */
const KEYWORDS = toWordSet(
  "if else for while do switch case default break continue return goto sizeof typeof " +
    "struct union enum static inline extern const volatile register unsigned signed int char long short float double void auto " +
    "typedef new delete this class template typename operator static_cast const_cast dynamic_cast reinterpret_cast defined __VA_ARGS__",
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
  return used(isCall ? "call" : "use", { receiver: isMember ? body : undefined });
}

/**
 * Reads a macro without parameters; a macro that is replaced by another name renames a declaration
 * elsewhere.
 */
export function declareMacro(definition: SyntaxNode): DeclaredName {
  const isForward = NAME_REGEXP.test(field(definition, "value")?.text ?? "");
  return declared("value", { scope: rootOf(definition), isForward });
}

/**
 * Returns true when a macro defines a function: `TEST_F(Suite, Name) { … }` is read as a function
 * with the name of the macro.
 */
export function isMacroDefinedFunction(definition: SyntaxNode): boolean {
  const head = field(definition, "declarator");
  return definition.type === "function_definition" && field(definition, "type") === undefined &&
    head?.type === "function_declarator" &&
    MACRO_REGEXP.test(field(head, "declarator")?.text ?? "");
}

/**
 * Returns true for the name of a function that a macro defines: the second argument for a test,
 * else the first.
 */
export function isMacroDefinedName(node: SyntaxNode, parameter: SyntaxNode): boolean {
  const head = parameter.parent?.parent ?? undefined;
  const definition = head?.parent;
  if (definition === null || definition === undefined || !isMacroDefinedFunction(definition)) {
    return false;
  }
  if (field(parameter, "declarator") !== undefined) return false;
  return isInField(node, "type") &&
    isGeneratedFunctionName(parameter, field(head, "declarator")?.text ?? "");
}

/**
 * Returns true for the name of a C function that a macro defines. The grammar reads its head as an
 * unfinished call.
 */
export function isMacroArgument(node: SyntaxNode, list: SyntaxNode): boolean {
  const statement = list.parent?.parent;
  if (statement?.type !== "expression_statement" || statement.parent?.parent !== null) return false;
  const name = field(list.parent!, "function")?.text ?? "";
  return MACRO_REGEXP.test(name) && !statement.text.endsWith(";") &&
    isGeneratedFunctionName(node, name);
}

/** Returns true for the node of a list that names the function which a macro defines. */
function isGeneratedFunctionName(node: SyntaxNode, macro: string): boolean {
  const [first, second] = node.parent!.namedChildren;
  return isSameNode(TEST_REGEXP.test(macro) ? second ?? first : first, node);
}

/** Name of a macro that hides a declaration: `EXPORT`, `API_CALL(2)`. */
const MACRO_NAME = String.raw`[A-Z][A-Z0-9_]{2,}`;
/** Name of a macro that may be one of several: `FMT_API`. */
const MACRO_NAME_WITH_UNDERSCORE = String.raw`[A-Z][A-Z0-9]*_[A-Z0-9_]+`;
/** Name with its qualifier: `a::Name`. */
const PATH = String.raw`[A-Za-z_][\w:]*`;
/** White space within a line. */
const GAP = String.raw`[ \t]+`;

/** `class EXPORT Name {`: macro in the head of a type. */
const HEAD_REGEXP = new RegExp(
  String.raw`\b(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+` +
    String.raw`(?<macro>${MACRO_NAME}(?:\s*\([^()\n]*\))?)` +
    // `Name<T> final {` or `Name : Base`
    String.raw`(?=\s+${PATH}(?:<[^;{}]*?>)?\s*(?:final\s*)?(?::(?!:)|\{))`,
  "dg",
);
/** `EXPORT int run(`: macros before a declaration. */
const FRONT_REGEXP = new RegExp(
  // `static template <class T> `
  String.raw`^[ \t]*(?:(?:static|inline|extern|virtual|explicit|friend|typedef|constexpr|` +
    String.raw`template ?<[^<>\n]*>)${GAP}){0,6}` +
    `(?<macro>${MACRO_NAME_WITH_UNDERSCORE}(?:${GAP}${MACRO_NAME_WITH_UNDERSCORE}){0,3})` +
    // `std::vector<int> *run(` or `operator`
    String
      .raw`(?=${GAP}(?!return\b|else\b|case\b)(?:(?:${PATH}(?:<[^;(){}\n]{0,200}>)?[ \t*&]+){1,6}` +
    String.raw`~?[A-Za-z_]\w*[ \t]*[(;=\[{:,]|operator\b))`,
  "dgm",
);
/** `EXPORT Name(`: macros before a constructor, recognised by their names. */
const CONSTRUCTOR_REGEXP = new RegExp(
  String.raw`^[ \t]*(?:explicit[ \t]+)?(?<macro>[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*` +
    String.raw`(?:CONSTEXPR\w*|INLINE|API|EXPORT|EXPLICIT|NODISCARD|PUBLIC))` +
    String.raw`(?=${GAP}(?:explicit[ \t]+)?~?[A-Za-z_]\w*\()`,
  "dgm",
);
/** `int EXPORT run(`: macro between the type and the name of a function. */
const BETWEEN_REGEXP = new RegExp(
  // `static inline `
  `^(?:(?:static|extern|inline|const|volatile|[A-Z][A-Z0-9_]*)${GAP}){0,6}` +
    String.raw`(?!(?:static|extern|inline|const|volatile|else|return|case|goto|typedef|new)\b)` +
    // `unsigned long int *`
    `(?:(?:struct|enum|union|unsigned|signed|long|short)${GAP}){0,4}` +
    String.raw`(?=\w*[a-z])[A-Za-z_]\w*(?:${GAP}(?:const|long|int|char|short)){0,4}[ \t*]+` +
    String.raw`(?<macro>${MACRO_NAME})(?=${GAP}[A-Za-z_]\w*[ \t]*\()`,
  "dgm",
);
/** Macro alone on a line, such as one that opens a namespace. */
const ALONE_REGEXP = new RegExp(
  `^(?<macro>${MACRO_NAME_WITH_UNDERSCORE})` + String.raw`(?=[ \t]*(?:\/\/[^\n]*)?\r?$)`,
  "dgm",
);
/** Characters after which a macro is part of a continued expression. */
const UNFINISHED = ",=(|&+?:\\";
const PATTERNS = [HEAD_REGEXP, FRONT_REGEXP, BETWEEN_REGEXP, CONSTRUCTOR_REGEXP, ALONE_REGEXP];
const WHITE_SPACE = " \t\r\n";
const DEFINE_REGEXP = /^[ \t]*#[ \t]*define\b(?:[^\n\\]|\\\r?\n|\\.)*/gm;
const COMMENT_REGEXP = /\/\*[^]*?\*\//g;
const NOT_BREAK_REGEXP = /[^\r\n]/g;

/**
 * Returns a text of C or C++ of the same length that the grammar reads better: macros that would be
 * read as types are overwritten with tabs, and comments in the bodies of macros, which would end
 * the macro, with spaces.
 */
export function prepareC(text: string): string {
  return PATTERNS.reduce(hideMacros, text).replace(
    DEFINE_REGEXP,
    (definition) =>
      definition.replace(COMMENT_REGEXP, (comment) => comment.replace(NOT_BREAK_REGEXP, " ")),
  );
}

function hideMacros(text: string, pattern: RegExp): string {
  let hidden = "";
  let end = 0;
  for (const { indices } of text.matchAll(pattern)) {
    const [from, to] = indices!.groups!["macro"]!;
    if (pattern === ALONE_REGEXP && UNFINISHED.includes(lastCharacterBefore(text, from))) continue;
    hidden += text.slice(end, from) + "\t".repeat(to - from);
    end = to;
  }
  return hidden + text.slice(end);
}

/**
 * Returns the last character before an offset that is not white space; a line break at the start of
 * the text.
 */
function lastCharacterBefore(text: string, offset: number): string {
  let at = offset - 1;
  while (at >= 0 && WHITE_SPACE.includes(text[at]!)) at--;
  return text[at] ?? "\n";
}
