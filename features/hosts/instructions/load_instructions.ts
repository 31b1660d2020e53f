import {
  cutMemoryStart,
  followImports,
  type InstructionFile,
  type InstructionFinding,
  type InstructionHost,
  type InstructionOrigin,
  readPathRule,
  type RejectedImport,
  removeComments,
  trimMarks,
} from "../core/instructions/mod.ts";
import { dirname, join, lstatOrUndefined, textHash } from "@dossier/retrieval/machine";
import { maskValue } from "@dossier/retrieval/secrets";
import { findGitRoot } from "@dossier/retrieval/tree";
import { formatInstructionPath, type InstructionPlace } from "./find_instruction_files.ts";
import type { InstructionReader } from "./instruction_reader.ts";

/** Loaded instruction files, with problems. */
export interface LoadedInstructions {
  readonly files: readonly InstructionFile[];
  /** The texts on disk, by path. */
  readonly sources: ReadonlyMap<string, string>;
  readonly findings: readonly InstructionFinding[];
}

/** Options of {@link loadInstructions}. */
export interface LoadInstructionsOptions {
  /** Real absolute path. */
  readonly root: string;
  readonly home?: string | undefined;
  readonly hosts: readonly InstructionHost[];
  readonly reader: InstructionReader;
  /** If true, imports may leave the root. @default false */
  readonly isOutsideAllowed?: boolean | undefined;
}

/** A file before it is masked. */
interface OpenFile {
  readonly path: string;
  readonly text: string;
  /** Absolute path. */
  readonly real: string;
  readonly bytes: number;
}

/** Punctuation that may follow a path in a sentence. */
const SENTENCE_MARKS = ".,;:!?)]}'\"";

/** Paths with the extension of a text file, for which `@` in front means an import. */
const FILE_REGEXP = /^(?:\.{0,2}\/|~\/)|\.(?:md|mdc|mdx|txt)$/i;

/**
 * Returns the files at paths, each followed by its imports, with secrets masked. A file that cannot
 * be read is a finding.
 */
export async function loadInstructions(
  places: readonly InstructionPlace[],
  options: LoadInstructionsOptions,
): Promise<LoadedInstructions> {
  const loader = new InstructionLoader(places, options);
  for (const place of places) await loader.load(place);
  const { files, sources, findings } = loader;
  return { files: files.sort((a, b) => rankOf(a) - rankOf(b)), sources, findings };
}

const RANKS: Readonly<Record<InstructionOrigin, number>> = {
  managed: 0,
  user: 1,
  ancestor: 2,
  project: 3,
  local: 3,
};

/** Rules for some files are more specific than files of folders. */
function rankOf({ origin, scope }: InstructionFile): number {
  return RANKS[origin] + (origin === "project" && scope?.kind === "globs" ? 1 : 0);
}

class InstructionLoader {
  readonly files: InstructionFile[] = [];
  readonly sources = new Map<string, string>();
  readonly findings: InstructionFinding[] = [];
  readonly #options: LoadInstructionsOptions;
  /** Files that are not imported again, as they are loaded already. */
  readonly #known: Set<string>;

  constructor(places: readonly InstructionPlace[], options: LoadInstructionsOptions) {
    this.#options = options;
    this.#known = new Set(places.map(({ path }) => path));
  }

  async load(
    { path, name, origin, folder, hosts, rule, memory }: InstructionPlace,
  ): Promise<void> {
    const place = { origin, top: findTop(path, origin) };
    const read = await this.#options.reader.read(path, {
      isOwn: isOwn(place),
      top: place.top,
    });
    if (read.kind === "missing") return;
    if (read.kind === "refused") {
      this.#report("unread", name, `It is not read as ${read.reason}`);
      return;
    }
    this.sources.set(name, read.text);
    if (read.isDamaged) {
      this.#report("unread", name, "Some of its bytes are not UTF-8: save it as UTF-8", "warning");
    }
    const { scope, text, problem } = rule === undefined
      ? { text: memory === undefined ? read.text : cutMemoryStart(read.text, memory) }
      : readPathRule(read.text, rule.form);
    if (memory !== undefined && text !== read.text) {
      const kept = `${memory.lines} lines or ${memory.bytes / 1024} KiB`;
      this.#report("unread", name, `Only its first ${kept} are included`, "warning");
    }
    if (problem !== undefined) this.#report("rule", name, `It is not a valid rule as ${problem}`);
    const readers = this.#options.hosts.filter((host) => hosts.includes(host.name));
    const { root, home } = this.#options;
    const facts = {
      origin,
      folder,
      hosts,
      ...(scope === undefined ? {} : { scope }),
      hidesComments: readers.every(({ hidesComments }) => hidesComments),
    };
    const linkTo = read.isLink ? { linkTo: formatInstructionPath(read.real, { root, home }) } : {};
    const own = { path: name, text, real: read.real, bytes: read.bytes };
    await this.#add(own, { ...facts, ...linkTo });
    const depth = Math.max(...readers.map(({ imports }) => imports));
    if (depth === 0) return;
    const { files, refused } = await followImports<OpenFile>(own, {
      depth,
      open: (written, from) => this.#openImport(written, from, place),
    });
    for (const file of files) {
      if (this.#known.has(file.real)) continue;
      this.#known.add(file.real);
      this.sources.set(file.path, file.text);
      await this.#add(file, { ...facts, importedBy: name });
    }
    for (const one of refused) this.#reportImport(one);
  }

  async #add(
    { path, text, bytes }: OpenFile,
    { hidesComments, ...facts }:
      & Omit<InstructionFile, "path" | "text" | "bytes" | "hash">
      & { readonly hidesComments: boolean },
  ): Promise<void> {
    const shown = await maskValue(hidesComments ? removeComments(text) : text, path);
    this.files.push({ path, ...facts, text: shown, bytes, hash: await textHash(shown) });
  }

  /**
   * Returns the file of an import, or the reason why it is not read; undefined for a text that is
   * not an import.
   */
  async #openImport(
    written: string,
    from: OpenFile,
    place: Importer,
  ): Promise<OpenFile | string | undefined> {
    const { root, home, reader, isOutsideAllowed = false } = this.#options;
    const path = written.startsWith("~/")
      ? join(home ?? "/", written.slice(2))
      : written.startsWith("/")
      ? join(written)
      : join(dirname(from.real), written);
    const isInside = path === root || path.startsWith(`${root}/`);
    const { top } = place;
    // A file of the root gets no more rights when a file of the user imports it.
    const isOwnWord = isOwn(place) && !from.real.startsWith(`${root}/`);
    const isInTop = top !== undefined && path.startsWith(`${top}/`);
    if (!isInside && !isInTop && !isOutsideAllowed && !isOwnWord) {
      return FILE_REGEXP.test(written) ? "it is outside the root" : undefined;
    }
    // Imports out of the root by files of the user are the user's choice.
    const isFree = !isInside && (isOutsideAllowed || isOwnWord);
    const read = await reader.read(path, {
      isOwn: isFree,
      top: isInTop && !isInside ? top : undefined,
    });
    if (read.kind === "text") {
      const { real, text, bytes } = read;
      return { path: formatInstructionPath(real, { root, home }), text, real, bytes };
    }
    if (read.kind === "refused") return FILE_REGEXP.test(written) ? read.reason : undefined;
    const short = trimMarks(written, SENTENCE_MARKS);
    if (!FILE_REGEXP.test(short)) return undefined;
    return lstatOrUndefined(trimMarks(path, SENTENCE_MARKS)) === undefined
      ? "there is no such file"
      : `hosts read "${written.slice(short.length)}" as a part of its path: put a space before it`;
  }

  #reportImport({ from, line, path, reason, message }: RejectedImport): void {
    const level = reason === "cycle" ? "warning" : "error";
    this.findings.push({
      level,
      kind: "import",
      path: from,
      line,
      message: `"@${path}" is not imported as ${message}`,
    });
  }

  #report(
    kind: InstructionFinding["kind"],
    path: string,
    message: string,
    level: InstructionFinding["level"] = "error",
  ): void {
    this.findings.push({ level, kind, path, message });
  }
}

/** A file that imports others. */
interface Importer {
  readonly origin: InstructionOrigin;
  /** The repository around the root that contains it; absent for any other file. */
  readonly top: string | undefined;
}

/**
 * Returns the repository of a file above the root: its authors have no more rights than those of
 * the root. A file outside a repository is the user's.
 */
function findTop(path: string, origin: InstructionOrigin): string | undefined {
  return origin === "ancestor" ? findGitRoot(dirname(path)) : undefined;
}

/** Returns true for a file of the user or an administrator, which may import any file. */
function isOwn({ origin, top }: Importer): boolean {
  return origin === "managed" || origin === "user" || (origin === "ancestor" && top === undefined);
}
