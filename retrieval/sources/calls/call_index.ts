import type { LineRange, PassageSource } from "@dossier/core";
import {
  type Call,
  type DefinitionPlace,
  listContainers,
  listImports,
  mayEndInLiteral,
  type Resolution,
  RESOLUTIONS,
} from "@dossier/core/calls";
import type { ImportedModule } from "@dossier/core/language";
import { outlineSymbols } from "@dossier/core/outline";
import { pathKinds } from "@dossier/core/rank";
import type { DefiningDocument, IndexReader, KnownDocument } from "../../index/mod.ts";
import { readSources, type SourceTree } from "../../tree/mod.ts";

/** Lines of a file that are looked through for what it imports. */
const MAX_IMPORT_LINES = 300;

/** Lines of a document that is outlined as a whole: a large one would take longer than all the rest. */
const MAX_WHOLE_LINES = 500;

/** Lines before and behind a chunk that are outlined with it. */
const WINDOW_LINES = 120;

/** A definition whose callers or callees are wanted. */
export interface WantedDefinition extends LineRange {
  readonly path: string;
  /** Name without what it is in. */
  readonly name: string;
  /** Name of what it is in, dotted when nested. */
  readonly container?: string;
  /** Whether it is a constant or a variable. @default false */
  readonly isValue?: boolean;
}

/** A document with its text. */
export interface ReadDocument extends KnownDocument {
  readonly source: PassageSource;
}

/** A definition as lines of its file. */
export interface CodeRange extends LineRange {
  /** The definition's name, dotted when nested; empty outside of any. */
  readonly symbol: string;
  /** Name without what it is in. */
  readonly name: string;
}

/** A caller of a definition, or a callee of it. */
export interface CallPlace extends CodeRange, Pick<Call, "line" | "kind"> {
  readonly path: string;
  readonly language: string;
  /** SHA-256 of the bytes that were indexed, hexadecimal. */
  readonly documentHash: string;
  /** The name that is called. */
  readonly name: string;
  readonly resolution: Resolution;
}

/** A file that defines a name. */
export type DefiningFile = DefiningDocument & DefinitionPlace;

/**
 * An index as a table of calls. A name is indexed whole, so the chunks that may refer to it are those
 * that have it, and what they say is read when it is asked for: such a table takes no room and no time
 * when files change.
 *
 * It keeps what it was told for one answer.
 */
export class CallIndex {
  /** Name of the root folder: in some languages the module of the files in it. */
  readonly rootName: string;
  readonly reader: IndexReader;
  readonly #tree: SourceTree;
  readonly #imports = new Map<string, readonly ImportedModule[]>();
  readonly #ranges = new Map<string, readonly CodeRange[]>();
  readonly #defining = new Map<string, readonly DefiningFile[]>();
  /** Chunks that define members of what goes by a name: by the name, and by the document's number. */
  readonly #members = new Map<string, ReadonlyMap<number, ReadonlySet<number>>>();

  /** Makes a table over the index of a tree. */
  constructor(reader: IndexReader, tree: SourceTree) {
    this.reader = reader;
    this.#tree = tree;
    this.rootName = tree.root.slice(tree.root.lastIndexOf("/") + 1);
  }

  /** Returns whether a file may be told of. */
  shows(path: string): boolean {
    return this.#tree.visibility.shows(path);
  }

  /**
   * Returns the files that define a name, by path, whether they may be served or not.
   *
   * @param options.isValue Whether it is that of a constant or a variable.
   */
  async listDefining(
    name: string,
    { isValue = false }: Pick<WantedDefinition, "isValue"> = {},
  ): Promise<readonly DefiningFile[]> {
    await (isValue ? this.#loadNaming(name) : this.#loadDefining([name]));
    return this.#defining.get(name)!;
  }

  /**
   * Returns the files that define what some calls name, by the name. They can say whether they are
   * in what the calls are qualified by.
   *
   * @param imports What the file of the calls imports.
   */
  async listMeant(
    calls: readonly Pick<Call, "name" | "qualifier">[],
    imports: readonly ImportedModule[],
  ): Promise<ReadonlyMap<string, readonly DefiningFile[]>> {
    await this.#loadDefining(calls.map(({ name }) => name));
    const known = calls.filter(({ name }) => this.#defining.get(name)!.length > 0);
    await this.#loadMembers(known.flatMap((call) => listContainers(call, imports)));
    return this.#defining;
  }

  /** Returns documents with their texts, in their order; without those that can not be read. */
  async readDocuments(ids: readonly number[]): Promise<ReadDocument[]> {
    const documents = [...(await this.reader.readDocuments(ids)).values()];
    const wanted = documents.filter(({ path }) => this.shows(path))
      .map(({ path, hash }) => ({ path, documentHash: hash }));
    const sources = await readSources(wanted, this.#tree);
    return documents.flatMap((document) => {
      const source = sources.get(document.path);
      return source === undefined ? [] : [{ ...document, source }];
    });
  }

  /** Returns the definitions around a chunk of a document, in line order. */
  listRanges(document: ReadDocument, place: number): readonly CodeRange[] {
    const key = `${isOutlinedWhole(document) ? "" : place}:${document.path}`;
    return this.#ranges.getOrInsertComputed(key, () => listRanges(document, place));
  }

  /** Returns what a file imports. */
  listImports({ path, language, source }: Pick<ReadDocument, "path" | "language" | "source">) {
    const read = () => listImports(source.lines.slice(0, MAX_IMPORT_LINES).join("\n"), language);
    return this.#imports.getOrInsertComputed(path, read);
  }

  async #loadDefining(names: readonly string[]): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#defining.has(name));
    if (unknown.length === 0) return;
    for (const [name, documents] of await this.reader.findDefining(unknown)) {
      this.#defining.set(name, documents.map((document) => this.#toDefining(document)));
    }
  }

  /** Loads the files that define a value: the index has its name, but not among those of definitions. */
  async #loadNaming(name: string): Promise<void> {
    const naming = (await this.reader.findMentioning([name], { isNamed: true })).get(name) ?? [];
    const chunksOf = new Map(naming.map(({ id, chunks }) => [id, chunks]));
    const places = (await this.reader.listPlaces([...chunksOf.keys()]))
      .toSorted((a, b) => a.path < b.path ? -1 : 1);
    const files = places.map((place) =>
      this.#toDefining({ ...place, chunks: chunksOf.get(place.id)! })
    );
    this.#defining.set(name, files);
  }

  #toDefining(document: DefiningDocument): DefiningFile {
    return {
      ...document,
      isIn: (container) => {
        const members = this.#members.get(container)?.get(document.id);
        return members !== undefined && document.chunks.some((chunk) => members.has(chunk));
      },
    };
  }

  async #loadMembers(containers: readonly string[]): Promise<void> {
    const unknown = [...new Set(containers)].filter((name) => !this.#members.has(name));
    if (unknown.length === 0) return;
    for (const [name, documents] of await this.reader.findMentioning(unknown, { isNamed: true })) {
      this.#members.set(name, new Map(documents.map(({ id, chunks }) => [id, new Set(chunks)])));
    }
  }
}

function isOutlinedWhole({ source }: ReadDocument): boolean {
  return source.lines.length <= MAX_WHOLE_LINES;
}

function listRanges(document: ReadDocument, place: number): readonly CodeRange[] {
  const { source: { lines }, language, chunks } = document;
  const chunk = chunks[place];
  if (chunk === undefined) return [];
  const isWhole = isOutlinedWhole(document);
  // A chunk may begin in a comment or string, from where on all would be read the other way round.
  const isInCode = ({ startLine }: LineRange) =>
    !mayEndInLiteral(lines.slice(0, startLine - 1).join("\n"), language);
  const first = isWhole
    ? undefined
    : chunks.find((one) =>
      one.startLine >= chunk.startLine - WINDOW_LINES && one.startLine <= chunk.startLine &&
      isInCode(one)
    );
  const { startLine: start = 1, label = "" } = first ?? {};
  const end = isWhole ? lines.length : chunk.endLine + WINDOW_LINES;
  // What the definitions of a part are in stands before it; its label says that.
  const outer = label.slice(0, Math.max(0, label.lastIndexOf(".")));
  return outlineSymbols(lines.slice(start - 1, end).join("\n"), language)
    .filter(({ kind }) => kind !== "variable" && kind !== "field" && kind !== "heading")
    .map(({ startLine, endLine, name, container = outer }): CodeRange => ({
      startLine: start + startLine - 1,
      endLine: start + endLine - 1,
      symbol: container === "" ? name : `${container}.${name}`,
      name,
    }));
}

/** What {@link compareCalls} goes by. */
export type SortableCall = Pick<CallPlace, "path" | "line" | "kind" | "resolution">;

/** Orders calls: code before tests, the surest first, calls before uses, then by path and line. */
export function compareCalls(a: SortableCall, b: SortableCall): number {
  return Number(isTest(a.path)) - Number(isTest(b.path)) ||
    RESOLUTIONS.indexOf(a.resolution) - RESOLUTIONS.indexOf(b.resolution) ||
    Number(a.kind === "use") - Number(b.kind === "use") ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}

/** Returns whether a path is that of a test or an example. */
export function isTest(path: string): boolean {
  return pathKinds(path).some((kind) => kind === "test" || kind === "example");
}
