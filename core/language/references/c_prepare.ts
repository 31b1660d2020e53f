/** `class EXPORT Name {`: a macro in the head of a type. */
const HEAD_REGEXP =
  /\b(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+(?<macro>[A-Z][A-Z0-9_]{2,}(?:\s*\([^()\n]*\))?)(?=\s+[A-Za-z_][\w:]*(?:<[^;{}]*?>)?\s*(?:final\s*)?(?::(?!:)|\{))/dg;
/** `EXPORT int run(`: macros in front of a declaration. */
const FRONT_REGEXP =
  /^[ \t]*(?:(?:static|inline|extern|virtual|explicit|friend|typedef|constexpr|template ?<[^<>\n]*>)[ \t]+){0,6}(?<macro>[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:[ \t]+[A-Z][A-Z0-9]*_[A-Z0-9_]+){0,3})(?=[ \t]+(?!return\b|else\b|case\b)(?:(?:[A-Za-z_][\w:]*(?:<[^;(){}\n]{0,200}>)?[ \t*&]+){1,6}~?[A-Za-z_]\w*[ \t]*[(;=\[{:,]|operator\b))/dgm;
/** `EXPORT Name(`: macros in front of a constructor, told by what they are called. */
const CONSTRUCTOR_REGEXP =
  /^[ \t]*(?:explicit[ \t]+)?(?<macro>[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:CONSTEXPR\w*|INLINE|API|EXPORT|EXPLICIT|NODISCARD|PUBLIC))(?=[ \t]+(?:explicit[ \t]+)?~?[A-Za-z_]\w*\()/dgm;
/** `int EXPORT run(`: a macro between the type and the name of a function. */
const BETWEEN_REGEXP =
  /^(?:(?:static|extern|inline|const|volatile|[A-Z][A-Z0-9_]*)[ \t]+){0,6}(?!(?:static|extern|inline|const|volatile|else|return|case|goto|typedef|new)\b)(?:(?:struct|enum|union|unsigned|signed|long|short)[ \t]+){0,4}(?=\w*[a-z])[A-Za-z_]\w*(?:[ \t]+(?:const|long|int|char|short)){0,4}[ \t*]+(?<macro>[A-Z][A-Z0-9_]{2,})(?=[ \t]+[A-Za-z_]\w*[ \t]*\()/dgm;
/** A macro alone on a line, such as one that opens a namespace. */
const ALONE_REGEXP = /^(?<macro>[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=[ \t]*(?:\/\/[^\n]*)?\r?$)/dgm;
/** What before a macro makes it a part of what it goes on with. */
const UNFINISHED = ",=(|&+?:\\";
const PATTERNS = [HEAD_REGEXP, FRONT_REGEXP, BETWEEN_REGEXP, CONSTRUCTOR_REGEXP, ALONE_REGEXP];
const WHITE_SPACE = " \t\r\n";
const DEFINE_REGEXP = /^[ \t]*#[ \t]*define\b(?:[^\n\\]|\\\r?\n|\\.)*/gm;
const COMMENT_REGEXP = /\/\*[^]*?\*\//g;
const NOT_BREAK_REGEXP = /[^\r\n]/g;

/**
 * Returns a text of C or C++ of the same length that its grammar reads better: macros are overwritten with tabs where
 * they would be taken for types, and comments with spaces in the bodies of macros, which they would end.
 */
export function prepareC(text: string): string {
  let prepared = text;
  for (const pattern of PATTERNS) {
    prepared = hideMacros(prepared, pattern);
  }
  return prepared.replace(
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
    if (pattern === ALONE_REGEXP && UNFINISHED.includes(lastBefore(text, from))) continue;
    hidden += text.slice(end, from) + "\t".repeat(to - from);
    end = to;
  }
  return hidden + text.slice(end);
}

/** Returns the last character before an offset that is no white space; a line break at the start of the text. */
function lastBefore(text: string, offset: number): string {
  let at = offset - 1;
  while (at >= 0 && WHITE_SPACE.includes(text[at]!)) at--;
  return text[at] ?? "\n";
}
