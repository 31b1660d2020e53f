import type { SymbolDefinition } from "@dossier/core";
import { outlineSymbols } from "@dossier/core/outline";
import { listNames } from "@dossier/retrieval/file-info";
import { type Lease, openFile } from "@dossier/retrieval/lease";
import {
  type Anchor,
  type AnchorState,
  compareAnchor,
  findWorstState,
  MemoryError,
  sliceAnchoredText,
} from "./core/mod.ts";
import { hashText } from "./hash_text.ts";
import { listTerms } from "./store/mod.ts";

/** A file of the tree that observations cite. */
interface CitedFile {
  readonly path: string;
  readonly language: string;
  readonly text: string;
  /** Without line breaks. */
  readonly lines: readonly string[];
}

/**
 * Maximum number of characters of a file whose lines are cited; of a larger file only its existence
 * is cited.
 */
const MAX_CHARACTERS = 2_000_000;

/** `src/a.ts:10-20`, `src/a.ts:10`, `src/a.ts#Uploader.retry`. */
const LOCATION_REGEXP = /^(.*?)(?::(\d+)(?:-(\d+))?|#([^#\s]+))$/;

/** Maximum number of lines of a definition that is cited for a claim about it. */
const MAX_DEFINITION_LINES = 120;

/** Minimum number of words that a definition and a claim about it have in common. */
const MIN_SHARED_WORDS = 3;

/** Factor for words in the name of a definition. */
const NAME_WEIGHT = 2;

/**
 * The tree of a lease for citations: files that are excluded from answers cannot be cited either.
 */
export class CitedTree {
  readonly #lease: Pick<Lease, "indexed" | "visibility">;
  readonly #files = new Map<string, CitedFile | undefined>();
  readonly #definitions = new Map<CitedFile, readonly SymbolDefinition[]>();
  #tip: string | undefined | null = null;

  /** Reads files on demand, each once. */
  constructor(lease: Pick<Lease, "indexed" | "visibility">) {
    this.#lease = lease;
  }

  /** Returns the state of an observation by all its anchors; see `compareAnchor()`. */
  compareAnchors(anchors: readonly Anchor[]): AnchorState {
    return findWorstState(anchors.map((anchor) => {
      const file = this.#read(anchor.path);
      if (file === undefined) return "orphaned";
      const definition = anchor.symbol === undefined
        ? undefined
        : this.#findDefinition(file, anchor.symbol);
      const lines = definition && { start: definition.startLine, end: definition.endLine };
      return compareAnchor(anchor, { lines: file.lines, definition: lines }, hashText);
    }));
  }

  /** Returns true when a path has a file that may be cited. */
  has(path: string): boolean {
    return this.#read(path) !== undefined;
  }

  /** Returns the names in a folder, hidden or not; empty for a folder that cannot be read. */
  listFolder(folder: string): ReadonlySet<string> {
    const { root } = this.#lease.indexed;
    return new Set(listNames(folder === "" ? root : `${root}/${folder}`));
  }

  /** Returns the lines of a file that may be cited, undefined when there is none. */
  readLines(path: string): readonly string[] | undefined {
    return this.#read(path)?.lines;
  }

  /**
   * Returns an anchor with the hash of the text that it cites now.
   *
   * @param written `src/a.ts`, `src/a.ts:10-20` or `src/a.ts#Uploader.retry`. A path without a
   * position cites the definition that the claim is about, or the whole file when there is no such
   * definition.
   * @throws {MemoryError} `invalid-observation` when there is no such place.
   */
  async cite(written: string, claim: string): Promise<Anchor> {
    const wholeFile = this.#read(written);
    if (wholeFile !== undefined) return await this.#citeFile(wholeFile, claim);
    const [, path = written, from, to = from, symbol] = LOCATION_REGEXP.exec(written) ?? [];
    const file = this.#read(path);
    if (file === undefined) {
      throw citationError(
        written,
        "there is no such file in the tree, or it is excluded from answers",
      );
    }
    if (symbol !== undefined) {
      const definition = this.#findDefinition(file, symbol);
      if (definition === undefined) throw citationError(written, `"${path}" defines no ${symbol}`);
      return await this.#citeDefinition(file, definition);
    }
    const lines = { start: Number(from), end: Number(to) };
    if (lines.start < 1 || lines.end < lines.start || lines.end > file.lines.length) {
      throw citationError(written, `"${path}" has the lines 1 to ${file.lines.length}`);
    }
    const hash = hashText(sliceAnchoredText(file.lines, lines));
    return { path: file.path, hash, lines, ...await this.#commit() };
  }

  /**
   * Returns an anchor with the hash of the text that it cites now: the same definition, or the same
   * lines of the file.
   */
  async renew(anchor: Anchor): Promise<Anchor | undefined> {
    const file = this.#read(anchor.path);
    if (file === undefined) return undefined;
    if (anchor.symbol !== undefined) {
      const definition = this.#findDefinition(file, anchor.symbol);
      return definition && await this.#citeDefinition(file, definition);
    }
    const { path, lines: span, hash: old } = anchor;
    if (span === undefined) {
      const hash = old === "" ? "" : hashText(sliceAnchoredText(file.lines, toWholeRange(file)));
      return { path, hash, ...await this.#commit() };
    }
    const end = Math.min(span.end, file.lines.length);
    if (end < span.start) return undefined;
    const lines = { start: span.start, end };
    return {
      path,
      hash: hashText(sliceAnchoredText(file.lines, lines)),
      lines,
      ...await this.#commit(),
    };
  }

  async #citeFile(file: CitedFile, claim: string): Promise<Anchor> {
    const definition = this.#findTopic(file, claim);
    if (definition !== undefined) return await this.#citeDefinition(file, definition);
    return { path: file.path, hash: "", ...await this.#commit() };
  }

  async #citeDefinition(file: CitedFile, definition: SymbolDefinition): Promise<Anchor> {
    const { startLine: start, endLine: end } = definition;
    return {
      path: file.path,
      symbol: toFullName(definition),
      hash: hashText(sliceAnchoredText(file.lines, { start, end })),
      lines: { start, end },
      ...await this.#commit(),
    };
  }

  /**
   * Returns the definition of a file that a claim is about: the one with the most words in common,
   * the shorter of equals.
   */
  #findTopic(file: CitedFile, claim: string): SymbolDefinition | undefined {
    const words = new Set(listTerms(claim));
    let best: SymbolDefinition | undefined;
    let most = MIN_SHARED_WORDS - 1;
    let length = Infinity;
    for (const definition of this.#list(file)) {
      const { startLine: start, endLine: end, name } = definition;
      const size = end - start + 1;
      if (size > MAX_DEFINITION_LINES) continue;
      const named = new Set(listTerms(name));
      const text = new Set(listTerms(sliceAnchoredText(file.lines, { start, end })));
      const shared = text.intersection(words).size + NAME_WEIGHT * named.intersection(words).size;
      if (shared > most || (shared === most && best !== undefined && size < length)) {
        [best, most, length] = [definition, shared, size];
      }
    }
    return best;
  }

  #findDefinition(file: CitedFile, symbol: string): SymbolDefinition | undefined {
    const all = this.#list(file);
    return all.find((definition) => toFullName(definition) === symbol) ??
      all.find(({ name }) => name === symbol);
  }

  #list(file: CitedFile): readonly SymbolDefinition[] {
    let found = this.#definitions.get(file);
    if (found === undefined) {
      found = outlineSymbols(file.text, file.language);
      this.#definitions.set(file, found);
    }
    return found;
  }

  #read(path: string): CitedFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const { indexed: { root }, visibility } = this.#lease;
    // Only hashes of the text are stored, so that it needs no masking.
    const opened = openFile(path, { root, visibility, mask: (_, text) => text });
    const file = opened.kind === "opened" ? toCitedFile(opened.file) : undefined;
    this.#files.set(path, file);
    return file;
  }

  async #commit(): Promise<{ readonly commit?: string }> {
    if (this.#tip === null) this.#tip = (await this.#lease.indexed.reader.readCommits()).tip;
    return this.#tip === undefined ? {} : { commit: this.#tip };
  }
}

function toCitedFile(
  { path, language, text }: {
    readonly path: string;
    readonly language: string;
    readonly text: string;
  },
): CitedFile {
  const isRead = text.length <= MAX_CHARACTERS;
  const lines = isRead ? text.split(/\r\n|\r|\n/) : [];
  if (lines.at(-1) === "") lines.pop();
  return { path, language, text: isRead ? text : "", lines };
}

function toWholeRange({ lines }: CitedFile) {
  return { start: 1, end: lines.length };
}

function toFullName({ name, container }: SymbolDefinition): string {
  return container === undefined ? name : `${container}.${name}`;
}

function citationError(written: string, state: string): MemoryError {
  return new MemoryError("invalid-observation", {
    action: `cite "${written}"`,
    rule: state,
    fix: "write FILE, FILE:LINE-LINE or FILE#DEFINITION, relative to the root",
  });
}
