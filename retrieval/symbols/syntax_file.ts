import type { SymbolDefinition } from "@dossier/core";
import type {
  DeclaredName,
  ImportedBinding,
  NameUse,
  ReferenceRules,
  SyntaxNode,
} from "@dossier/core/language";
import { outlineSymbols } from "@dossier/core/outline";

/** A name in a file, and what it does there. */
export interface Occurrence {
  readonly node: SyntaxNode;
  /** 1-based. */
  readonly line: number;
  readonly use: NameUse;
}

/** An occurrence that declares its name. */
export type Declaration = Occurrence & { readonly use: DeclaredName };

/** What a {@link SyntaxFile} is made from. */
export interface SyntaxFileParts {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  readonly language: string;
  /** SHA-256 of the bytes that were indexed, hexadecimal. */
  readonly hash: string;
  readonly text: string;
  readonly root: SyntaxNode;
  readonly rules: ReferenceRules;
}

/** A character that a name may go on with. */
const NAME_CHARACTER_REGEXP = /[\p{L}\p{N}_$]/u;

/** A parsed file: what it declares, imports and uses, by name. */
export class SyntaxFile {
  readonly path: string;
  readonly language: string;
  readonly hash: string;
  readonly text: string;
  readonly root: SyntaxNode;
  readonly rules: ReferenceRules;
  readonly #nameTypes: ReadonlySet<string>;
  readonly #occurrences = new Map<string, readonly Occurrence[]>();
  #imports: readonly ImportedBinding[] | undefined;
  #definitions: readonly SymbolDefinition[] | undefined;
  #package: { readonly name: string | undefined } | undefined;

  constructor({ path, language, hash, text, root, rules }: SyntaxFileParts) {
    this.path = path;
    this.language = language;
    this.hash = hash;
    this.text = text;
    this.root = root;
    this.rules = rules;
    this.#nameTypes = new Set(rules.names.split(" "));
  }

  /** What the file imports and exports. */
  get imports(): readonly ImportedBinding[] {
    return this.#imports ??= this.rules.readImports(this.root);
  }

  /** The package or namespace that the file declares. */
  get packageName(): string | undefined {
    return (this.#package ??= { name: this.rules.packageOf?.(this.root) }).name;
  }

  /** The definitions of the file as the index has them, in line order. */
  get definitions(): readonly SymbolDefinition[] {
    return this.#definitions ??= outlineSymbols(this.text, this.language);
  }

  /** Returns where a name stands outside of comments and strings, in the order of the text. */
  listOccurrences(name: string): readonly Occurrence[] {
    return this.#occurrences.getOrInsertComputed(name, () => this.#findOccurrences(name));
  }

  /** Returns where a name is declared. */
  listDeclarations(name: string): readonly Declaration[] {
    return this.listOccurrences(name).filter((one): one is Declaration =>
      one.use.is === "declared"
    );
  }

  /** Returns what a name does, or undefined when the node is no name or a label. */
  readUse(node: SyntaxNode): NameUse | undefined {
    return this.#nameTypes.has(node.type) ? this.rules.readName(node) : undefined;
  }

  /** Returns all names between two offsets, in the order of the text. */
  listNames(start: number, end: number): readonly Occurrence[] {
    const found: Occurrence[] = [];
    const visit = (node: SyntaxNode): void => {
      if (node.endIndex <= start || node.startIndex >= end) return;
      if (node.startIndex >= start && this.#nameTypes.has(node.type)) {
        const use = this.rules.readName(node);
        if (use !== undefined) found.push({ node, line: node.startPosition.row + 1, use });
      }
      for (const child of node.namedChildren) visit(child);
    };
    visit(this.root.descendantForIndex(start, end) ?? this.root);
    return found;
  }

  #findOccurrences(name: string): readonly Occurrence[] {
    const found: Occurrence[] = [];
    for (
      let at = this.text.indexOf(name);
      at >= 0;
      at = this.text.indexOf(name, at + name.length)
    ) {
      const end = at + name.length;
      if (NAME_CHARACTER_REGEXP.test(this.text[at - 1] ?? "") && name[0] !== "#") continue;
      if (NAME_CHARACTER_REGEXP.test(this.text[end] ?? "")) continue;
      const node = this.root.descendantForIndex(at, end);
      if (node === null || node.startIndex !== at || node.endIndex !== end) continue;
      const use = this.readUse(node);
      if (use !== undefined) found.push({ node, line: node.startPosition.row + 1, use });
    }
    return found;
  }
}
