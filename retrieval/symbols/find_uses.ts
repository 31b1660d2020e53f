import type { Certainty } from "@dossier/core/structure";
import type { UseKind } from "@dossier/core/language";
import { fileKeys, omitUndefined } from "@dossier/core/text";
import { rankMentioningFiles } from "./rank_mentioning_files.ts";
import type { DeclaredMeaning, NameMeaning } from "./resolver/meaning.ts";
import type { Resolver } from "./resolver/resolver.ts";
import { explainOutsideCallers, SubjectNames } from "./subject_names.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import type { Declaration, Occurrence, SyntaxFile } from "./syntax_file.ts";
import { UseJudge } from "./use_judge.ts";

/** Use of a name. */
export interface SymbolUse {
  readonly path: string;
  /** Line, 1-based. */
  readonly line: number;
  readonly kind: UseKind | "import";
  readonly certainty: Certainty;
}

/** Uses of a definition. */
export interface FoundUses {
  readonly uses: readonly SymbolUse[];
  /**
   * Files with the name that were not read, because there are too many or they cannot be parsed.
   */
  readonly unread: readonly string[];
  /** Number of further files with the name that are not listed. */
  readonly unlisted: number;
  /** Files of other languages with the name. */
  readonly otherLanguages: readonly string[];
  /** Reason why external code may call it, when no use was found. */
  readonly outsideReason?: string;
}

/** Limits of the search. */
export interface FindUsesOptions {
  /** Maximum number of parsed files. */
  readonly maxFiles: number;
  /** Time at which the search stops, by `performance.now()`. */
  readonly deadline: number;
  /** Number of files with certain uses after which no further ones are parsed. @default no bound */
  readonly maxUsingFiles?: number;
}

/** Use of a function by a parameter with its name, which receives the result of the function. */
const ARGUMENT_USE = { is: "used", useKind: "call" } as const;

/** Number of files that are opened at once. */
const BATCH_FILES = 8;

/**
 * Returns the uses of a definition, if its language has a grammar: also through renamed imports,
 * re-exports, receivers and inheritance.
 */
export async function findUses(
  resolver: Resolver,
  target: SymbolTarget,
  options: FindUsesOptions,
): Promise<FoundUses> {
  const file = await resolver.files.open(target.path);
  const declaration = file && findDeclaration(file, target);
  if (file === undefined || declaration === undefined) {
    return { uses: [], unread: [target.path], unlisted: 0, otherLanguages: [] };
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

/** Collaborators and options of a search. */
interface UseFinderParts {
  readonly resolver: Resolver;
  readonly target: SymbolTarget;
  readonly options: FindUsesOptions;
}

/** Searches the files with any of the names of a definition. */
class UseFinder {
  readonly #parts: UseFinderParts;
  readonly #subject: DeclaredMeaning;
  readonly #judge: UseJudge;
  readonly #names: SubjectNames;
  /** True when `default` is the name of the definition itself, and not of an export. */
  readonly #isWrittenDefault: boolean;
  /** Uses by file and offset. */
  readonly #uses = new Map<string, SymbolUse>();
  readonly #unread = new Set<string>();
  /** Uses that seem to mean something else, by file and offset. */
  readonly #doubtful = new Map<string, SymbolUse>();
  /** Files that were searched for any name. */
  readonly #seen = new Set<string>();
  #unlisted = 0;
  #otherLanguages: readonly string[] = [];

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
    const outsideReason = isUsed
      ? undefined
      : await explainOutsideCallers(resolver, this.#subject, target.startLine);
    return {
      ...omitUndefined({ outsideReason }),
      uses: [...this.#uses.values()],
      unlisted: this.#unlisted,
      otherLanguages: this.#otherLanguages,
      unread: [...this.#unread].filter((path) => path !== target.path),
    };
  }

  /** Searches the files with a name, until the deadline or until enough uses are found. */
  async #search(name: string): Promise<void> {
    const { resolver: { files }, target, options: { maxFiles, deadline, maxUsingFiles } } =
      this.#parts;
    const isDefault = name === "default" && !this.#isWrittenDefault;
    // Importing files choose the name of a default export, but contain the name of its file.
    const searched = isDefault ? fileKeys(target.path)[0]! : name;
    const found = await rankMentioningFiles(files, { ...target, name: searched });
    if (name === target.name) {
      [this.#unlisted, this.#otherLanguages] = [found.unlisted, found.otherLanguages];
    }
    const { paths } = found;
    for (let from = 0; from < paths.length; from += BATCH_FILES) {
      const isDone = this.#seen.size >= maxFiles || performance.now() > deadline ||
        this.#countUsing() >= (maxUsingFiles ?? Infinity);
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

  /** Returns the number of other files with certain uses of the definition. */
  #countUsing(): number {
    const certain = [...this.#uses.values()].filter(({ path, kind, certainty }) =>
      path !== this.#parts.target.path && kind !== "import" && certainty === "certain"
    );
    return new Set(certain.map(({ path }) => path)).size;
  }

  /**
   * When nothing else is found, adds possible uses: uses that only seem to mean something else,
   * names in strings, and files with the name that have syntax errors.
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

  /** Adds the uses of the definition in a file by a name, and by the local names of its imports. */
  async #scan(file: SyntaxFile, name: string): Promise<void> {
    const occurrences = file.listOccurrences(name);
    if (file.isIncomplete(name)) this.#unread.add(file.path);
    for (const occurrence of occurrences) {
      const { use, node } = occurrence;
      if (performance.now() > this.#parts.options.deadline) {
        this.#unread.add(file.path);
        break;
      }
      if (use.is === "declared") {
        this.#names.addOwn(file, occurrence as Declaration);
        await this.#scanDestructured(file, occurrence as Declaration);
        if (this.#judge.isInjectedInto(file, occurrence as Declaration)) {
          this.#add(file, { node, line: occurrence.line, use: ARGUMENT_USE }, "likely");
        }
        continue;
      }
      const meaning = await this.#meaningOf(file, occurrence, name);
      const certainty = await this.#judge.certaintyOf(meaning, occurrence, file);
      if (use.is === "imported" && certainty !== undefined) {
        // An import imports all overloads.
        this.#add(file, occurrence, "certain");
        this.#names.addExported(file, name);
        await this.#scanAliases(file, name);
      } else if (certainty !== undefined) this.#add(file, occurrence, certainty);
      else if (use.is === "used") {
        if (name !== this.#parts.target.name) await this.#names.addSubtype(file, node);
        if (this.#judge.mayBeSubject(meaning, occurrence, file)) {
          this.#add(file, occurrence, "name only", this.#doubtful);
        }
      }
    }
  }

  /** Adds the uses in a file by the local names of imports of the default export. */
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

  /** Adds the uses in a file by the local names of imports of a name. */
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

  /**
   * Adds a name that a pattern destructures from a value, which is a use of the member of the
   * value.
   */
  async #scanDestructured(file: SyntaxFile, { node, line, use }: Declaration): Promise<void> {
    if (use.property === undefined || use.property.id !== node.id) return;
    const meaning = await this.#parts.resolver.types.findDestructured(file, use);
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
