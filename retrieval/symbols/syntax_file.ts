import type { SymbolKind } from "@dossier/core/outline";
import type {
  DeclaredName,
  ImportedBinding,
  NameUse,
  ReferenceRules,
  SyntaxNode,
} from "@dossier/core/language";

import { isComponent, isTemplateCode } from "./component_script.ts";
import { TextFile, type TextFileParts } from "./text_file.ts";

/** A name in a file, and what it does there. */
export interface Occurrence {
  readonly node: SyntaxNode;
  /** 1-based. */
  readonly line: number;
  readonly use: NameUse;
  /** Whether the template of a component names it; the node is then that of the whole script. */
  readonly isInTemplate?: boolean;
}

/** An occurrence that declares its name. */
export type Declaration = Occurrence & { readonly use: DeclaredName };

/** What a {@link SyntaxFile} is made from. */
export interface SyntaxFileParts extends TextFileParts {
  readonly root: SyntaxNode;
  readonly rules: ReferenceRules;
  /** What was parsed: of a component its script, at the same offsets. */
  readonly script?: string;
}

/** Lines from the start of a definition in which its own name stands. */
const HEAD_LINES = 2;

/** A parsed file: what it declares, imports and uses, by name. */
export class SyntaxFile extends TextFile {
  readonly root: SyntaxNode;
  readonly rules: ReferenceRules;
  readonly #script: string;
  readonly #nameTypes: ReadonlySet<string>;
  readonly #occurrences = new Map<string, readonly Occurrence[]>();
  #imports: readonly ImportedBinding[] | undefined;
  #package: { readonly name: string | undefined } | undefined;

  constructor({ root, rules, script, ...parts }: SyntaxFileParts) {
    super(parts);
    this.#script = script ?? parts.text;
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

  /** Returns whether an offset is outside of the script of a component. */
  #isOutside(offset: number): boolean {
    return isComponent(this.language) && this.#script[offset] !== this.text[offset];
  }

  #findOccurrences(name: string): readonly Occurrence[] {
    const found: Occurrence[] = [];
    for (const { start, line } of this.listPlaces(name)) {
      const end = start + name.length;
      if (this.#isOutside(start)) {
        if (isTemplateCode(this.text, start)) {
          found.push({
            node: this.root,
            line,
            use: { is: "used", how: "use" },
            isInTemplate: true,
          });
        }
        continue;
      }
      const node = this.#findName(start, end);
      const use = node && this.readUse(node);
      if (node !== undefined && use !== undefined) found.push({ node, line, use });
    }
    return this.root.hasError ? this.#addDeclarations(found, name) : found;
  }

  /** Takes a name for declared where the index knows a definition, and the tree is broken there. */
  #addDeclarations(found: readonly Occurrence[], name: string): readonly Occurrence[] {
    const all = [...found];
    for (const { name: defined, kind, container, startLine } of this.definitions) {
      if (defined !== name) continue;
      const at = all.findIndex(({ line }) => line >= startLine && line < startLine + HEAD_LINES);
      const [known] = at < 0 ? [] : all.slice(at, at + 1);
      if (known === undefined || known.use.is === "declared" && container !== undefined) continue;
      const owner = container?.split(".").at(-1);
      const place = owner === undefined ? { scope: this.root } : { owner };
      const declared = known.use.is === "declared" ? known.use : { kind: declaredKind(kind) };
      all[at] = { ...known, use: { is: "declared", ...declared, ...place } };
    }
    return all;
  }

  #findName(start: number, end: number): SyntaxNode | undefined {
    const node = this.root.descendantForIndex(start, end);
    if (node === null) return undefined;
    const isName = node.startIndex === start && node.endIndex === end &&
      this.#nameTypes.has(node.type);
    return isName ? node : this.rules.nameInside?.(node, start, end);
  }
}

function declaredKind(kind: SymbolKind): DeclaredName["kind"] {
  if (kind === "function" || kind === "method" || kind === "macro") return "function";
  if (kind === "constant" || kind === "variable" || kind === "field") return "value";
  return kind === "module" ? "module" : "type";
}
