import type { Visibility } from "@dossier/core/exclude";
import type { PassageSource } from "@dossier/core";
import { type Call, type DefinitionPlace, listContainers, listImports } from "@dossier/core/calls";
import type { ImportedModule } from "@dossier/core/language";
import type {
  DefiningDocument,
  DocumentPlace,
  IndexReader,
  KnownDocument,
  MentioningDocument,
} from "../../index/mod.ts";
import { type CodeRange, isOutlinedWhole, listRanges, type ReadDocument } from "./code_ranges.ts";

/** Lines of a file that are looked through for what it imports. */
const MAX_IMPORT_LINES = 300;

/** What is known of a document whose text is wanted. */
export interface WantedSource {
  readonly path: string;
  /** SHA-256 of the bytes that were indexed, hexadecimal. */
  readonly documentHash: string;
}

/** What {@link CallIndex} works with. */
export interface CallIndexOptions {
  readonly reader: IndexReader;
  /** Returns texts by path; undefined for those that may not be read or have changed. */
  readonly readSources: (
    wanted: readonly WantedSource[],
  ) => Promise<ReadonlyMap<string, PassageSource | undefined>>;
  /** Which files may be told of. */
  readonly visibility: Visibility;
  /** Name of the root folder: in some languages the module of the files in it. */
  readonly rootName?: string;
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
  readonly #visibility: Visibility;
  /** Name of the root folder. */
  readonly rootName: string;
  readonly #reader: IndexReader;
  readonly #readSources: CallIndexOptions["readSources"];
  readonly #sources = new Map<string, PassageSource | undefined>();
  readonly #imports = new Map<string, readonly ImportedModule[]>();
  readonly #ranges = new Map<string, readonly CodeRange[]>();
  readonly #defining = new Map<string, readonly DefiningFile[]>();
  /** Chunks that define members of what goes by a name: by the name, and by the document's number. */
  readonly #members = new Map<string, ReadonlyMap<number, ReadonlySet<number>>>();

  /** Makes a table over an index. */
  constructor({ reader, readSources, visibility, rootName = "" }: CallIndexOptions) {
    this.#reader = reader;
    this.#readSources = readSources;
    this.#visibility = visibility;
    this.rootName = rootName;
  }

  /** Returns whether a file may be told of. */
  shows(path: string): boolean {
    return this.#visibility.shows(path);
  }

  /** Returns the files that define a name, by path, whether they may be served or not. */
  async listDefining(name: string): Promise<readonly DefiningFile[]> {
    await this.#loadDefining([name]);
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

  /** Returns the files with chunks that have the whole of each of some names, by the name. */
  listMentioning(
    names: readonly string[],
  ): Promise<ReadonlyMap<string, readonly MentioningDocument[]>> {
    return this.#reader.findMentioning(names, { isNamed: false });
  }

  /** Returns paths, languages and kinds of documents, in no order. */
  listPlaces(ids: readonly number[]): Promise<readonly DocumentPlace[]> {
    return this.#reader.listPlaces(ids);
  }

  /** Returns documents with their texts, in their order; without those that can not be read. */
  async readDocuments(ids: readonly number[]): Promise<ReadDocument[]> {
    const known = await this.#reader.readDocuments(ids);
    const documents = [...known.values()].filter(({ path }) => this.shows(path));
    await this.#loadSources(documents.filter(({ path }) => !this.#sources.has(path)));
    return documents.flatMap((document) => {
      const source = this.#sources.get(document.path);
      return source === undefined ? [] : [{ ...document, source }];
    });
  }

  /** Returns the definitions around a chunk of a document, in line order. */
  listRanges(document: ReadDocument, place: number): readonly CodeRange[] {
    const key = `${isOutlinedWhole(document) ? "" : place}:${document.path}`;
    let ranges = this.#ranges.get(key);
    if (ranges === undefined) this.#ranges.set(key, ranges = listRanges(document, place));
    return ranges;
  }

  /** Returns what a file imports. */
  listImports({ path, language, source }: Pick<ReadDocument, "path" | "language" | "source">) {
    let imports = this.#imports.get(path);
    if (imports === undefined) {
      imports = listImports(source.lines.slice(0, MAX_IMPORT_LINES).join("\n"), language);
      this.#imports.set(path, imports);
    }
    return imports;
  }

  async #loadSources(documents: readonly KnownDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const wanted = documents.map(({ path, hash }) => ({ path, documentHash: hash }));
    const read = await this.#readSources(wanted);
    for (const { path } of documents) this.#sources.set(path, read.get(path));
  }

  async #loadDefining(names: readonly string[]): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#defining.has(name));
    if (unknown.length === 0) return;
    for (const [name, documents] of await this.#reader.findDefining(unknown)) {
      const files = documents.map((document) => ({
        ...document,
        isIn: (container: string) => {
          const members = this.#members.get(container)?.get(document.id);
          return members !== undefined && document.chunks.some((chunk) => members.has(chunk));
        },
      }));
      this.#defining.set(name, files);
    }
  }

  async #loadMembers(containers: readonly string[]): Promise<void> {
    const unknown = [...new Set(containers)].filter((name) => !this.#members.has(name));
    if (unknown.length === 0) return;
    for (const [name, documents] of await this.#reader.findMentioning(unknown, { isNamed: true })) {
      this.#members.set(name, new Map(documents.map(({ id, chunks }) => [id, new Set(chunks)])));
    }
  }
}
