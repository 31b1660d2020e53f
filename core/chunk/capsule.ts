import type { Chunk } from "./chunk.ts";
import type { SymbolDefinition } from "../language/symbol.ts";
import { splitLines } from "../text/split_lines.ts";
import { symbolNames } from "./symbol_text.ts";

/** How many definitions around a chunk are told, the innermost: deeper nesting is rare. */
const MAX_ENCLOSING = 4;

/** UTF-16 code units of a signature that are told; what is longer lists defaults or types. */
const MAX_SIGNATURE_LENGTH = 160;

/** A document and where it was cut. */
interface CutDocument {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** In line order. */
  readonly chunks: readonly Chunk[];
}

/**
 * Returns for each chunk of a document what is to be known of it beside its own text, as a few short
 * lines: the path, the headings above it, the heads of the definitions it lies in, and the names it
 * defines with what those belong to.
 *
 * An embedding sees nothing but one text. A piece from the middle of a function has neither its name
 * nor that of its class, and a method seldom says what its file is about.
 *
 * @param document All chunks of the document, as the heads come from earlier ones.
 */
export function capsules({ path, chunks }: CutDocument): readonly string[] {
  let open: SymbolDefinition[] = [];
  return chunks.map((chunk) => {
    open = open.filter(({ endLine }) => endLine >= chunk.startLine);
    const heads = open.slice(-MAX_ENCLOSING).map(({ signature }) =>
      signature.slice(0, MAX_SIGNATURE_LENGTH)
    );
    for (const symbol of chunk.symbols) {
      if (symbol.kind !== "heading" && symbol.endLine > chunk.endLine) open.push(symbol);
    }
    return [path, chunk.trail.join(" > "), ...heads, symbolNames(chunk)]
      .filter((line) => line !== "").join("\n");
  });
}

/**
 * Returns for each chunk of a document the text that stands for it when it is embedded: its capsule, a
 * blank line, and the chunk's own lines.
 *
 * @param document All chunks of the document, and the whole text they were cut from.
 */
export function passageTexts(
  document: CutDocument & { readonly text: string },
): readonly string[] {
  const { text, chunks } = document;
  const heads = capsules(document);
  const { starts } = splitLines(text);
  return chunks.map(({ startLine, endLine }, i) =>
    `${heads[i]}\n\n${text.slice(starts[startLine - 1], starts[endLine])}`
  );
}
