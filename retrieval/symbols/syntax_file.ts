import {
  createTextNode,
  type DeclaredName,
  findProfile,
  type ImportedBinding,
  listTextNames,
  type NameUse,
  type ReferenceRules,
  type SyntaxNode,
} from "@dossier/core/language";
import type { SymbolKind } from "@dossier/core/outline";
import { TextFile, type TextFileParts, type TextOccurrence } from "./text_file.ts";

/**
 * Maximum time to read the occurrences of one name in one file, in milliseconds; in real code it
 * takes less than ten.
 */
const MAX_READ_MILLISECONDS = 500;

/** Maximum length of a string that may name a definition, in UTF-16 units. */
const MAX_STRING = 200;

const STRING_TYPE_REGEXP = /string|symbol|literal|content/;
const STRING_REGEXP = /^["'`:]*[\w$.:\\@/#-]+["'`]*$/;
const QUOTES_REGEXP = /["'`]+$/;

/** Occurrence of a name in a file, with its role. */
export interface Occurrence {
  readonly node: SyntaxNode;
  /** Line, 1-based. */
  readonly line: number;
  readonly use: NameUse;
  /** True when it is in the template of a component; the node is then that of the whole script. */
  readonly isInTemplate?: boolean;
}

/** Occurrence that declares its name. */
export type Declaration = Occurrence & { readonly use: DeclaredName };

/** Parts of a {@link SyntaxFile}. */
export interface SyntaxFileParts extends TextFileParts {
  readonly root: SyntaxNode;
  readonly rules: ReferenceRules;
  /**
   * Parsed text, with the same offsets: for a component its script; see also {@link
   * ReferenceRules.prepare}.
   */
  readonly script?: string;
}

/** Number of lines from the start of a definition that can contain its name. */
const HEAD_LINES = 2;

/** Parsed file with its declarations, imports and uses, by name. */
export class SyntaxFile extends TextFile {
  readonly root: SyntaxNode;
  readonly rules: ReferenceRules;
  readonly #script: string;
  readonly #nameTypes: ReadonlySet<string>;
  readonly #textTypes: ReadonlySet<string>;
  readonly #occurrences = new Map<string, readonly Occurrence[]>();
  readonly #cut = new Set<string>();
  #imports: readonly ImportedBinding[] | undefined;
  #package: { readonly name: string | undefined } | undefined;

  constructor({ root, rules, script, ...parts }: SyntaxFileParts) {
    super(parts);
    this.#script = script ?? parts.text;
    this.root = root;
    this.rules = rules;
    this.#nameTypes = new Set(rules.names.split(" "));
    this.#textTypes = new Set(rules.textNodes?.split(" "));
  }

  /** Imports and exports of the file. */
  get imports(): readonly ImportedBinding[] {
    return this.#imports ??= this.rules.readImports(this.root);
  }

  /** Package or namespace that the file declares. */
  get packageName(): string | undefined {
    return (this.#package ??= { name: this.rules.packageOf?.(this.root) }).name;
  }

  /**
   * Returns the occurrences of a name outside of comments and strings, in the order of the text.
   */
  listOccurrences(name: string): readonly Occurrence[] {
    return this.#occurrences.getOrInsertComputed(name, () => this.#findOccurrences(name));
  }

  /** Returns the declarations of a name. */
  listDeclarations(name: string): readonly Declaration[] {
    return this.listOccurrences(name).filter((one): one is Declaration =>
      one.use.is === "declared"
    );
  }

  /** Returns the role of a name, or `undefined` when the node is not a name, or is a label. */
  readUse(node: SyntaxNode): NameUse | undefined {
    return this.#nameTypes.has(node.type) ? this.rules.readName(node) : undefined;
  }

  /** Returns the strings that consist of a name, or of a path that ends with it. */
  listStringPlaces(name: string): readonly TextOccurrence[] {
    return [...this.listPlaces(name)].filter(({ start }) => {
      const node = this.root.descendantForIndex(start, start + name.length);
      if (node === null || !STRING_TYPE_REGEXP.test(node.type)) return false;
      const text = node.text.slice(0, MAX_STRING);
      return STRING_REGEXP.test(text) && text.replace(QUOTES_REGEXP, "").endsWith(name);
    });
  }

  /**
   * Returns true when not all occurrences of a name were read, because a deep or wide tree took too
   * long.
   */
  isIncomplete(name: string): boolean {
    return this.#cut.has(name);
  }

  /**
   * Yields all names between two offsets, in the order of the text, each read on demand. Code may
   * be nested deeper than the call stack allows.
   */
  *walkNames(start: number, end: number): Generator<Occurrence> {
    const pending = [this.root.descendantForIndex(start, end) ?? this.root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node.endIndex <= start || node.startIndex >= end) continue;
      if (node.startIndex >= start) {
        const use = this.readUse(node);
        if (use !== undefined) yield { node, line: node.startPosition.row + 1, use };
      }
      const inner = this.#textTypes.has(node.type) ? listTextNames(node) : node.namedChildren;
      for (const child of inner.toReversed()) pending.push(child);
    }
  }

  /** Returns true when an offset is outside of the script of a component. */
  #isOutside(offset: number): boolean {
    return isComponent(this.language) && this.#script[offset] !== this.text[offset];
  }

  #findOccurrences(name: string): readonly Occurrence[] {
    const found: Occurrence[] = [];
    const deadline = performance.now() + MAX_READ_MILLISECONDS;
    for (const { start, line } of this.#listStarts(name)) {
      if (performance.now() > deadline) {
        this.#cut.add(name);
        break;
      }
      if (this.#isOutside(start)) {
        if (isTemplateCode(this.text, start)) {
          found.push({
            node: this.root,
            line,
            use: { is: "used", useKind: "use" },
            isInTemplate: true,
          });
        }
        continue;
      }
      const node = this.#findName(start, start + name.length);
      const use = node && this.readUse(node);
      if (node !== undefined && use !== undefined) found.push({ node, line, use });
    }
    return this.root.hasError ? this.#addDeclarations(found, name) : found;
  }

  /** Yields the occurrences of a name, including the prefixes of variables. */
  *#listStarts(name: string): Generator<TextOccurrence> {
    yield* this.listPlaces(name);
    const { sigil } = this.rules;
    if (sigil === undefined || name.startsWith(sigil)) return;
    for (const { start, line } of this.listPlaces(sigil + name)) {
      yield { start: start + sigil.length, line };
    }
  }

  /** Adds declarations where the index has a definition and the syntax tree is broken. */
  #addDeclarations(found: readonly Occurrence[], name: string): readonly Occurrence[] {
    const all = [...found];
    for (const { name: defined, kind, container, startLine } of this.definitions) {
      if (defined !== name) continue;
      const isHead = ({ line }: Occurrence) => line >= startLine && line < startLine + HEAD_LINES;
      const own = all.findIndex((one) => isHead(one) && one.use.is === "declared");
      const at = own >= 0 ? own : all.findIndex(isHead);
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
    const isHidden = this.#script[start] === "\t" && this.text[start] !== "\t";
    if (isHidden) return createTextNode(node, { text: this.text.slice(start, end), start });
    if (this.#textTypes.has(node.type)) {
      return listTextNames(node).find((one) => one.startIndex === start && one.endIndex === end);
    }
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

const SCRIPT_REGEXP = /<script\b[^>]*>([^]*?)<\/script\s*>/gi;
const LINE_END_REGEXP = /[^\n]/g;

/** Template text before a name that makes it code: a tag, the value of an attribute, braces. */
const TEMPLATE_CODE_REGEXP =
  /<\/?$|(?:^|[\s])(?:[@:]|v-|on:|bind:|use:)[\w.:@-]*=["'][^"'\n]*$|\{[^{}]*$/;

/** Number of UTF-16 units before a name in a template that are searched. */
const MAX_BEFORE = 300;

/** Returns the language of the script of a component, or the language of another file. */
export function scriptLanguage(language: string): string {
  return findProfile(language)?.script ?? language;
}

/** Returns true for a language whose files have a script beside other content. */
export function isComponent(language: string): boolean {
  return findProfile(language)?.script !== undefined;
}

/**
 * Returns a component with spaces in place of everything but the script, so that offsets stay the
 * same.
 */
export function maskTemplate(text: string): string {
  const ranges = [...text.matchAll(SCRIPT_REGEXP)].map(({ 0: whole, 1: code = "", index }) => {
    const start = index + whole.indexOf(">", whole.search(/<script/i)) + 1;
    return [start, start + code.length] as const;
  });
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(done, start).replaceAll(LINE_END_REGEXP, " "), text.slice(start, end));
    done = end;
  }
  return parts.join("") + text.slice(done).replaceAll(LINE_END_REGEXP, " ");
}

/**
 * Returns true when a name at an offset of a template is code: a handler, a binding, a component.
 */
function isTemplateCode(text: string, offset: number): boolean {
  return TEMPLATE_CODE_REGEXP.test(text.slice(Math.max(0, offset - MAX_BEFORE), offset));
}
