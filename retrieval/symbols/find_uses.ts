import type { Certainty } from "@dossier/core/structure";
import type { UseKind } from "@dossier/core/language";
import { fileKeys, omitUndefined } from "@dossier/core/text";
import { rankMentioning } from "./rank_mentioning.ts";
import type { DeclaredMeaning, NameMeaning } from "./resolver/meaning.ts";
import type { Resolver } from "./resolver/resolver.ts";
import { sayOutside, SubjectNames } from "./subject_names.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import type { Declaration, Occurrence, SyntaxFile } from "./syntax_file.ts";
import { UseJudge } from "./use_judge.ts";

/** A place where a name is used. */
export interface SymbolUse {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly kind: UseKind | "import";
  readonly certainty: Certainty;
}

/** What is found of the uses of a definition. */
export interface FoundUses {
  readonly uses: readonly SymbolUse[];
  /** Files that have the name and were not read, as there are too many or they cannot be parsed. */
  readonly unread: readonly string[];
  /** How many further files have the name, which are too many to be listed. */
  readonly unlisted: number;
  /** Files of other languages that have the name. */
  readonly elsewhere: readonly string[];
  /** Why code from elsewhere may call it, where no use was found. */
  readonly outside?: string;
}

/** How far it is looked. */
export interface FindUsesOptions {
  /** Most files that are parsed. */
  readonly maxFiles: number;
  /** When to stop, by `performance.now()`. */
  readonly deadline: number;
  /** Files with certain uses after which no further ones are parsed. @default no bound */
  readonly enough?: number;
}

/** How a parameter uses what is given to it by its name. */
const GIVEN = { is: "used", useKind: "call" } as const;

/** Files that are opened at a time. */
const BATCH_FILES = 8;

/**
 * Returns where a definition is used, as far as its language has a grammar: through renamed
 * imports, re-exports, receivers and inheritance.
 */
export async function findUses(
  resolver: Resolver,
  target: SymbolTarget,
  options: FindUsesOptions,
): Promise<FoundUses> {
  const file = await resolver.files.open(target.path);
  const declaration = file && findDeclaration(file, target);
  if (file === undefined || declaration === undefined) {
    return { uses: [], unread: [target.path], unlisted: 0, elsewhere: [] };
  }
  const subject = { is: "declared", file, declaration } as const;
  return await new UseFinder(subject, { resolver, target, options }).find();
}

/** Returns the declaration of a definition in its file. */
export function findDeclaration(
  file: SyntaxFile,
  { name, startLine, endLine, container }: SymbolTarget,
): Declaration | undefined {
  const inside = file.listDeclarations(name)
    .filter(({ line }) => line >= startLine && line <= endLine);
  const owner = container?.split(".").at(-1);
  return inside.find(({ use }) => owner !== undefined && use.owner === owner) ?? inside[0];
}

/** What a search is given beside the definition. */
interface UseFinderParts {
  readonly resolver: Resolver;
  readonly target: SymbolTarget;
  readonly options: FindUsesOptions;
}

/** Searches the files that have one of the names of a definition. */
class UseFinder {
  readonly #parts: UseFinderParts;
  readonly #subject: DeclaredMeaning;
  readonly #judge: UseJudge;
  readonly #names: SubjectNames;
  /** Whether the name `default` is that of the definition itself, and of no export. */
  readonly #isWrittenDefault: boolean;
  /** By file and offset. */
  readonly #uses = new Map<string, SymbolUse>();
  readonly #unread = new Set<string>();
  /** Uses that mean something else as far as is known, by file and offset. */
  readonly #doubtful = new Map<string, SymbolUse>();
  /** The files that were searched by any name. */
  readonly #seen = new Set<string>();
  #unlisted = 0;
  #elsewhere: readonly string[] = [];

  constructor(subject: DeclaredMeaning, parts: UseFinderParts) {
    const { resolver, target } = parts;
    this.#parts = parts;
    this.#subject = subject;
    this.#judge = new UseJudge(resolver, subject, target);
    this.#names = new SubjectNames(target.name, { resolver, subject, judge: this.#judge });
    this.#isWrittenDefault = subject.declaration.node.text === "default";
  }

  async find(): Promise<FoundUses> {
    const { resolver, target } = this.#parts;
    for (const name of this.#names.each()) await this.#search(name);
    const isUsed = [...this.#uses.values()].some(({ kind, certainty }) =>
      kind !== "import" && certainty !== "name only"
    );
    if (!isUsed) await this.#addDoubtful();
    const outside = isUsed
      ? undefined
      : await sayOutside(resolver, this.#subject, target.startLine);
    return {
      ...omitUndefined({ outside }),
      uses: [...this.#uses.values()],
      unlisted: this.#unlisted,
      elsewhere: this.#elsewhere,
      unread: [...this.#unread].filter((path) => path !== target.path),
    };
  }

  /** Searches the files that have a name, as long as there is time and not enough was found. */
  async #search(name: string): Promise<void> {
    const { resolver: { files }, target, options: { maxFiles, deadline, enough } } = this.#parts;
    const isDefault = name === "default" && !this.#isWrittenDefault;
    // Files give a default export names of their own, but have that of its file.
    const searched = isDefault ? fileKeys(target.path)[0]! : name;
    const found = await rankMentioning(files, { ...target, name: searched });
    if (name === target.name) [this.#unlisted, this.#elsewhere] = [found.unlisted, found.elsewhere];
    const { paths } = found;
    for (let from = 0; from < paths.length; from += BATCH_FILES) {
      const isDone = this.#seen.size >= maxFiles || performance.now() > deadline ||
        this.#countUsing() >= (enough ?? Infinity);
      if (isDone) {
        for (const path of paths.slice(from)) this.#unread.add(path);
        break;
      }
      const batch = paths.slice(from, from + BATCH_FILES);
      const having = isDefault ? "" : name;
      const texts = await files.readAll(batch);
      const opened = await files.openAll(batch, having);
      for (const path of batch) {
        const file = opened.get(path);
        if (file === undefined) {
          if (texts.get(path)?.text.includes(having) !== false) this.#unread.add(path);
        } else if (isDefault) await this.#scanImports(file);
        else await this.#scan(file, name);
        this.#seen.add(path);
      }
    }
  }

  /** Returns how many other files use the definition for certain. */
  #countUsing(): number {
    const certain = [...this.#uses.values()].filter(({ path, kind, certainty }) =>
      path !== this.#parts.target.path && kind !== "import" && certainty === "certain"
    );
    return new Set(certain.map(({ path }) => path)).size;
  }

  /**
   * Where nothing else is found, adds what may be a use after all: uses of which it is not sure that they mean
   * something else, names in strings, and files that the grammar does not understand where they have the name.
   */
  async #addDoubtful(): Promise<void> {
    const { resolver: { files }, target: { name } } = this.#parts;
    for (const [key, use] of this.#doubtful) {
      if (!this.#uses.has(key)) this.#uses.set(key, use);
    }
    for (const [path, file] of await files.openAll([...this.#seen], name)) {
      for (const { start, line } of file.listStringPlaces(name)) {
        const key = `${path}\0${start}`;
        if (this.#uses.has(key)) continue;
        this.#uses.set(key, { path, line, kind: "use", certainty: "name only" });
      }
      if (!file.root.hasError) continue;
      const read = new Set(file.listOccurrences(name).map(({ node }) => node.startIndex));
      for (const { start } of file.listPlaces(name, file.code)) {
        if (!read.has(start)) this.#unread.add(path);
      }
    }
  }

  /** Adds the uses of the definition by a name in a file, and by those that its imports give to it there. */
  async #scan(file: SyntaxFile, name: string): Promise<void> {
    const occurrences = file.listOccurrences(name);
    if (file.isCut(name)) this.#unread.add(file.path);
    for (const occurrence of occurrences) {
      const { use, node } = occurrence;
      if (performance.now() > this.#parts.options.deadline) {
        this.#unread.add(file.path);
        break;
      }
      if (use.is === "declared") {
        this.#names.addOwn(file, occurrence as Declaration);
        await this.#scanTaken(file, occurrence as Declaration);
        if (this.#judge.isGivenTo(file, occurrence as Declaration)) {
          this.#add(file, { node, line: occurrence.line, use: GIVEN }, "likely");
        }
        continue;
      }
      const meaning = await this.#meaningOf(file, occurrence, name);
      const certainty = await this.#judge.certaintyOf(meaning, occurrence, file);
      if (use.is === "imported" && certainty !== undefined) {
        // An import is of all overloads.
        this.#add(file, occurrence, "certain");
        this.#names.addExported(file, name);
        await this.#scanAliases(file, name);
      } else if (certainty !== undefined) this.#add(file, occurrence, certainty);
      else if (use.is === "used") {
        if (name !== this.#parts.target.name) await this.#names.addHeir(file, node);
        if (this.#judge.isDoubtful(meaning, occurrence, file)) {
          this.#add(file, occurrence, "name only", this.#doubtful);
        }
      }
    }
  }

  /** Adds the uses in a file by the names that it gives to imports of the default export. */
  async #scanImports(file: SyntaxFile): Promise<void> {
    for (const binding of file.imports) {
      const { module, name, local, exportedAs } = binding;
      if (module === undefined || name !== "default" && name !== "*") continue;
      const found = await this.#parts.resolver.exports.followImport(file, binding);
      if (name === "default") {
        if (found === undefined || !this.#judge.isSubject(found)) continue;
        if (exportedAs !== undefined) this.#names.add(exportedAs);
      }
      if (local !== undefined) await this.#scanLocal(file, local);
    }
  }

  /** Adds the uses in a file by the names that it gives to imports of a name. */
  async #scanAliases(file: SyntaxFile, name: string): Promise<void> {
    for (const { module, name: imported, local } of file.imports) {
      if (module !== undefined && imported === name && local !== undefined && local !== name) {
        await this.#scanLocal(file, local);
      }
    }
  }

  async #scanLocal(file: SyntaxFile, local: string): Promise<void> {
    for (const occurrence of file.listOccurrences(local)) {
      if (occurrence.use.is !== "used" || occurrence.use.receiver !== undefined) continue;
      const meaning = await this.#meaningOf(file, occurrence, local);
      if (meaning?.is !== "declared") continue;
      const certainty = await this.#judge.certaintyOf(meaning, occurrence, file);
      if (certainty !== undefined) this.#add(file, occurrence, certainty);
    }
  }

  /** Adds a name that a pattern takes out of a value, which is a use of the value's member. */
  async #scanTaken(file: SyntaxFile, { node, line, use }: Declaration): Promise<void> {
    if (use.property === undefined || use.property.id !== node.id) return;
    const meaning = await this.#parts.resolver.types.findTaken(file, use);
    const taken = { is: "used", useKind: "use", receiver: use.value ?? node } as const;
    const used = { node, line, use: taken };
    const certainty = await this.#judge.certaintyOf(meaning, used, file);
    if (certainty !== undefined) this.#add(file, used, certainty);
  }

  async #meaningOf(
    file: SyntaxFile,
    { node, isInTemplate }: Occurrence,
    name: string,
  ): Promise<NameMeaning | undefined> {
    const { resolver } = this.#parts;
    return isInTemplate === true
      ? await resolver.exports.findExported(file, { name })
      : await resolver.meaningOf(file, node);
  }

  #add(
    file: SyntaxFile,
    occurrence: Occurrence,
    certainty: Certainty,
    uses: Map<string, SymbolUse> = this.#uses,
  ): void {
    const { path } = file;
    const { node, line, use, isInTemplate = false } = occurrence;
    const kind = use.is === "used" ? use.useKind : "import";
    const key = `${path}\0${isInTemplate ? `line ${line}` : node.startIndex}`;
    uses.set(key, { path, line, kind, certainty });
  }
}
