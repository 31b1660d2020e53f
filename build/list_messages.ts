import ts from "typescript";

/** Sentence of the program that a person or an agent can read. */
export interface Message {
  /** Path from the root of the repository. */
  readonly path: string;
  /** 1-based line of its first character. */
  readonly line: number;
  /** Name of the error, field, variable or function that gets the text. */
  readonly use: string;
  /** Text, with expressions as `{expression}`. */
  readonly text: string;
}

/** Folders with messages. */
const FOLDERS: readonly string[] = [
  "core",
  "retrieval",
  "features",
  "server",
  "cli",
  "platform",
  "library",
];

/** Folders whose texts are data: calls, profiles of languages, lexicons, rules of secrets, mined sentences. */
const DATA_FOLDER_REGEXP = /^core\/(?:calls|language|lexicon|secret)\/|\/(?:vendor|mine)\//;

/** Names of functions and constants whose texts are patterns, lists of words or statements of SQL. */
const DATA_USE_REGEXP =
  /^(?:RegExp|setOf|Set|anyOf|keywords|modifiers|extensions|FILES)$|REGEXP$|PATTERN|COLUMNS|^SELECT|sql\b|\.exec$|prepare$/;

/** Names of fields whose texts are messages, even when they have only two words. */
const MESSAGE_USE_REGEXP =
  /^(?:message|rule|state|fix|action|notes?|reasons?|why|description|summary|title|heading|hint|help)$|Error$/i;

/** Text of at least three words. */
const SENTENCE_REGEXP = /[A-Za-z]{2,}[,;:]? (?:\S+ )*?[a-z{"]\S* \S*[A-Za-z}"]/;

/** Text of two words. */
const WORDS_REGEXP = /[a-z] [a-z{]/;

/** Beginnings of SQL, HTML and scripts, and text with escapes of regular expressions. */
const CODE_REGEXP = new RegExp(
  [
    "^\\s*(?:<[a-z!]|#!|\\{SELECT|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|PRAGMA|WITH|ALTER|BEGIN)\\b)",
    "^\\s*(?:REPLACE|FROM|JOIN|WHERE|AND|ORDER BY|EXISTS)\\b",
    "\\bSELECT .* FROM|WHERE .* (?:=|IN|IS)|ORDER BY ",
    "\\\\[bsdw]",
  ].join("|"),
  "s",
);

/**
 * Returns the messages of a module, in order of lines.
 *
 * @throws {Deno.errors.NotFound} When the file is missing.
 */
export function listMessages(path: string): readonly Message[] {
  const text = Deno.readTextFileSync(path);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const messages: Message[] = [];
  const visit = (node: ts.Node): void => {
    const text = readText(node)?.trim();
    if (text === undefined) return ts.forEachChild(node, visit);
    const use = findUse(node);
    if (!isSpecifier(node) && isMessage(text, use)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      messages.push({ path, line, use, text });
    }
    for (const expression of listExpressions(node)) visit(expression);
  };
  visit(source);
  return messages;
}

function isMessage(text: string, use: string): boolean {
  if (DATA_USE_REGEXP.test(use) || CODE_REGEXP.test(text)) return false;
  return SENTENCE_REGEXP.test(text) || MESSAGE_USE_REGEXP.test(use) && WORDS_REGEXP.test(text);
}

/** Returns the text of a literal, a template or a sum of both; undefined for all other nodes. */
function readText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) =>
      renderOperand(expression) + literal.text
    );
    return node.head.text + spans.join("");
  }
  if (!isSum(node)) return undefined;
  const hasText = [node.left, node.right].some((side) => readText(side) !== undefined);
  return hasText ? renderOperand(node.left) + renderOperand(node.right) : undefined;
}

function renderOperand(node: ts.Expression): string {
  return readText(node) ?? `{${node.getText()}}`;
}

/** Returns the expressions in a text that are not texts themselves. */
function listExpressions(node: ts.Node): readonly ts.Node[] {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map((span) => span.expression);
  if (!isSum(node)) return [];
  return [node.left, node.right].flatMap((side) =>
    readText(side) === undefined ? [side] : listExpressions(side)
  );
}

function isSum(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

/** Returns the name of the nearest constructor, field, variable or function around a text. */
function findUse(node: ts.Node): string {
  let child = node;
  while (child.parent !== undefined) {
    const { parent } = child;
    if (ts.isNewExpression(parent)) return parent.expression.getText();
    if (ts.isPropertyAssignment(parent) && parent.initializer === child) return nameOf(parent);
    if (ts.isVariableDeclaration(parent)) return nameOf(parent);
    if (ts.isCallExpression(parent) && parent.expression !== child) {
      return parent.expression.getText().replace(/^.*\n\s*/s, "");
    }
    if (ts.isFunctionLike(parent)) return nameOf(parent);
    child = parent;
  }
  return "";
}

function nameOf({ name }: { readonly name?: ts.Node | undefined }): string {
  return name?.getText() ?? "";
}

function isSpecifier({ parent }: ts.Node): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent);
}

/** Yields the paths of the modules below a path, without tests. */
function* walkModules(path: string): Generator<string> {
  if (!Deno.statSync(path).isDirectory) return yield path;
  if (DATA_FOLDER_REGEXP.test(`${path}/`)) return;
  const entries = [...Deno.readDirSync(path)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* walkModules(`${path}/${name}`);
    else if (/(?<!_test|_bench|\.d)\.tsx?$/.test(name)) yield `${path}/${name}`;
  }
}

// Prints the messages of the given folders or files, by default of the whole program.
if (import.meta.main) {
  const paths = (Deno.args.length > 0 ? Deno.args : FOLDERS).flatMap((path) => [
    ...walkModules(path),
  ]);
  const messages = paths.flatMap(listMessages);
  const lines = messages.map(({ path, line, use, text }) =>
    `${path}:${line} [${use}] ${text.replaceAll("\n", "\\n")}\n`
  );
  const output = `${lines.join("")}${messages.length} messages\n`;
  await new Response(output).body!.pipeTo(Deno.stdout.writable);
}
