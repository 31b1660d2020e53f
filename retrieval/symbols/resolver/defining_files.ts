import {
  findDefiningDocuments,
  findMentioningDocuments,
  type IndexReader,
} from "../../index/mod.ts";
import type { SyntaxFile } from "../syntax_file.ts";
import type { SyntaxFiles } from "../syntax_files.ts";
import { type DeclaredMeaning, listDeclared } from "./meaning.ts";

/** Maximum number of files with a definition of a name that are opened. */
const MAX_DEFINING = 60;

/**
 * Maximum number of documents that are searched for names of one letter, which the index does not
 * have as words.
 */
const MAX_LISTED = 5000;

/** Returns the paths of the files that define a name of one letter, in the order of paths. */
export async function listDefiningShort(
  reader: IndexReader,
  name: string,
): Promise<readonly string[]> {
  const documents = await reader.listDefinitions(MAX_LISTED);
  return documents.filter(({ definitions }) => definitions.split("\n").includes(name))
    .map(({ path }) => path);
}

/** Finds the files that declare a name anywhere in the tree, by the index. */
export class DefiningFiles {
  readonly #files: SyntaxFiles;
  readonly #paths = new Map<string, Promise<readonly string[]>>();

  constructor(files: SyntaxFiles) {
    this.#files = files;
  }

  /** Returns the paths of the files that define a name. */
  async list(name: string): Promise<readonly string[]> {
    return await this.#paths.getOrInsertComputed(name, async () => {
      const { reader } = this.#files;
      if (name.length === 1) return await listDefiningShort(reader, name);
      const defining = (await findDefiningDocuments(reader, [name])).get(name) ?? [];
      // Variables are not definitions of the index, but are among its names.
      const naming = (await findMentioningDocuments(reader, [name], { isNamed: true })).get(name) ??
        [];
      const named = await reader.readFacts(naming.map(({ id }) => id));
      return [
        ...new Set([...defining.map(({ path }) => path), ...named.map(({ path }) => path).sort()]),
      ];
    });
  }

  /**
   * Returns the first files that define a name, parsed. Files with the name in another case are
   * excluded.
   */
  async open(
    name: string,
    isIncluded: (path: string) => boolean = () => true,
  ): Promise<readonly SyntaxFile[]> {
    const paths = (await this.list(name)).filter(isIncluded).slice(0, MAX_DEFINING);
    return [...(await this.#files.openAll(paths, name)).values()];
  }

  /** Returns the first files that define a name and contain another word, parsed. */
  async openMentioning(
    name: string,
    word: string,
    isIncluded: (path: string) => boolean,
  ): Promise<readonly SyntaxFile[]> {
    const paths = (await this.list(name)).filter(isIncluded).slice(0, MAX_DEFINING);
    const texts = await this.#files.readAll(paths);
    const naming = paths.filter((one) => texts.get(one)?.text.includes(word));
    return [...(await this.#files.openAll(naming, name)).values()];
  }

  /** Returns at most `most` declarations of a name, in the first files that define it. */
  async listDeclared(
    name: string,
    most: number = MAX_DEFINING,
  ): Promise<readonly DeclaredMeaning[]> {
    const paths = (await this.list(name)).slice(0, most);
    const files = [...(await this.#files.openAll(paths, name)).values()];
    return files.flatMap((file) => listDeclared(file, name));
  }
}
