import type { NameUse, SyntaxNode } from "@dossier/core/language";
import { SyntaxFile } from "../retrieval/symbols/syntax_file.ts";
import { TreeParser } from "../retrieval/symbols/tree_parser.ts";

/**
 * Returns the roles of the names in a text, one per line in the order of the text: `3 add: call of
 * queue`, `1 Queue: declares type in program`. Names in imports are excluded.
 */
export async function listNames(text: string, language: string): Promise<string[]> {
  using parser = new TreeParser();
  const loaded = await parser.load(language);
  if (loaded === undefined) throw new Error(`no grammar of ${language}`);
  const { rules } = loaded;
  const script = rules.prepare?.(text) ?? text;
  const tree = parser.parse(script, loaded)!;
  try {
    const root = tree.rootNode as SyntaxNode;
    const file = new SyntaxFile({ path: "a", hash: "", language, text, script, root, rules });
    return [...file.walkNames(0, text.length)].filter(({ use }) => use.is !== "imported")
      .map(({ node, line, use }) => `${line} ${node.text}: ${describe(use)}`);
  } finally {
    tree.delete();
  }
}

function describe(use: NameUse): string {
  if (use.is === "imported") return "imported";
  if (use.is === "used") {
    return use.receiver === undefined ? use.useKind : `${use.useKind} of ${use.receiver.text}`;
  }
  return [
    ...[use.isForward ? "announces" : "declares", use.kind],
    ...(use.scope === undefined ? [] : ["in", use.scope.type]),
    ...(use.owner === undefined ? [] : ["of", use.owner]),
    ...(use.type === undefined ? [] : [":", use.type.text.split("\n", 1)[0]]),
    ...(use.value === undefined
      ? []
      : [use.isElement ? "each of" : "=", use.value.text.split("\n", 1)[0]]),
    ...(use.property === undefined ? [] : [".", use.property.text]),
  ].join(" ");
}
