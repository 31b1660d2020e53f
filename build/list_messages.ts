/**
 * Lists every sentence of the program that a person or an agent can read: errors, notes, reports, headings, and
 * descriptions of options, settings, fields and tools. `deno task messages [--json] [FOLDER...]` prints them with
 * their file, line and kind, for a reader who checks their English.
 */

import ts from "typescript";

/** Sentence of the program that somebody can read. */
export interface Message {
  /** Path from the root of the repository. */
  readonly path: string;
  /** 1-based line of its first character. */
  readonly line: number;
  /** Name of the error, the field, the variable or the function that it is passed to. */
  readonly kind: string;
  /** Its text, with expressions as `{expression}`. */
  readonly text: string;
}

/** Folders and files with messages. */
const PROGRAM_PATHS: readonly string[] = [
  "core",
  "retrieval",
  "features",
  "server",
  "cli",
  "platform",
  "library",
];

/** Folders whose texts are data: lexicons, profiles of languages, rules of secrets, words of boilerplate. */
const DATA_REGEXP = /^core\/(?:calls|language|lexicon|secret)\/|\/(?:vendor|grammars|mine)\//;

/** Names of functions and constants that take patterns, lists of words, or statements instead of messages. */
const DATA_NAME_REGEXP =
  /^(?:RegExp|setOf|Set|anyOf|keywords|modifiers|extensions|typeNamesReader|expressionReader|typeReader)$|REGEXP$|PATTERN|COLUMNS|^SELECT|sql\b|\.exec$|prepare$/;

/** Names of fields and functions whose texts are messages, even when they have one or two words. */
const MESSAGE_NAME_REGEXP =
  /^(message|rule|state|fix|action|note|notes|reason|why|description|summary|title|heading|label|hint|help|notice|report)$/i;

/** A text of at least three words, which is not SQL, a pattern or a selector. */
const SENTENCE_REGEXP = /[A-Za-z]{2,}[,;:]? (?:\S+ )*?[a-z{"]\S* \S*[A-Za-z}"]/;

/** Beginnings of statements of SQL and of programs of the shell. */
const STATEMENT_REGEXP =
  /^\s*(?:<[a-z!]|#!|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|PRAGMA|WITH|ALTER|BEGIN|COMMIT|ATTACH|REPLACE|FROM|JOIN|WHERE|AND|ORDER BY|EXISTS)\b)|\b(?:SELECT .* FROM|WHERE .* (?:=|IN|IS)|ORDER BY) |^\{SELECT|\\[bsdw]/s;

/**
 * Returns the messages of a file, in order.
 *
 * @throws {Deno.errors.NotFound} When the file is missing.
 */
export function listMessages(path: string): Message[] {
  const source = ts.createSourceFile(
    path,
    Deno.readTextFileSync(path),
    ts.ScriptTarget.ESNext,
    true,
  );
  const messages: Message[] = [];
  const visit = (node: ts.Node): void => {
    const text = readText(node)?.trim();
    if (text === undefined) return ts.forEachChild(node, visit);
    const kind = nameUse(node);
    const isNamed = MESSAGE_NAME_REGEXP.test(kind) || /Error$/.test(kind);
    const isMessage = !DATA_NAME_REGEXP.test(kind) && !STATEMENT_REGEXP.test(text) &&
      (SENTENCE_REGEXP.test(text) || isNamed && /[a-z] [a-z{]/.test(text));
    if (isMessage && !isSpecifier(node)) {
      messages.push({
        path,
        line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        kind,
        text,
      });
    }
    listExpressions(node).forEach(visit);
  };
  visit(source);
  return messages;
}

/** The text of a literal, of a template, or of a sum of them; `undefined` for every other node. */
function readText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text;
  }
  if (ts.isTemplateExpression(node)) {
    return node.head.text +
      node.templateSpans.map((span) =>
        (readText(span.expression) ?? `{${span.expression.getText()}}`) + span.literal.text
      )
        .join("");
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) {
    return undefined;
  }
  const [left, right] = [readText(node.left), readText(node.right)];
  if (left === undefined && right === undefined) return undefined;
  return (left ?? `{${node.left.getText()}}`) + (right ?? `{${node.right.getText()}}`);
}

/** The expressions inside of a text. */
function listExpressions(node: ts.Node): ts.Node[] {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map((span) => span.expression);
  if (!ts.isBinaryExpression(node)) return [];
  return [node.left, node.right].flatMap((side) =>
    readText(side) === undefined ? [side] : listExpressions(side)
  );
}

/** The name of what a text is passed to. */
function nameUse(node: ts.Node): string {
  for (let child = node, parent = node.parent; parent; child = parent, parent = parent.parent) {
    if (ts.isNewExpression(parent)) return parent.expression.getText();
    if (ts.isPropertyAssignment(parent) && parent.initializer === child) {
      return parent.name.getText();
    }
    if (ts.isVariableDeclaration(parent)) return parent.name.getText();
    if (ts.isCallExpression(parent) && parent.expression !== child) {
      return parent.expression.getText().replace(/^.*\n\s*/s, "");
    }
    if (ts.isFunctionLike(parent)) return parent.name?.getText() ?? "";
  }
  return "";
}

/** True for the address of an import. */
function isSpecifier(node: ts.Node): boolean {
  return ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent) ||
    ts.isLiteralTypeNode(node.parent);
}

/** Yields the modules below `path`, without tests. */
function* walkModules(path: string): Generator<string> {
  if (!Deno.statSync(path).isDirectory) return yield path;
  const entries = [...Deno.readDirSync(path)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* walkModules(`${path}/${name}`);
    else if (/(?<!_test|_bench|\.d)\.tsx?$/.test(name) && !DATA_REGEXP.test(path + "/")) {
      yield `${path}/${name}`;
    }
  }
}

if (import.meta.main) {
  const paths = Deno.args.filter((argument) => !argument.startsWith("--"));
  const messages = (paths.length > 0 ? paths : PROGRAM_PATHS).flatMap((
    path,
  ) => [...walkModules(path)]).flatMap(listMessages);
  if (Deno.args.includes("--json")) console.log(JSON.stringify(messages, null, 2));
  else {
    for (const { path, line, kind, text } of messages) {
      console.log(`${path}:${line} [${kind}] ${text.replaceAll("\n", "\\n")}`);
    }
    console.log(`${messages.length} messages`);
  }
}
