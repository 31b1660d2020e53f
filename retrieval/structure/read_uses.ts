import {
  areRelated,
  type Call,
  type CallingFile,
  isCommonMember,
  listCalls,
  listImports,
  resolveCall,
} from "@dossier/core/calls";
import { pathKinds } from "@dossier/core/rank";
import type { DefinedName, NameUse, WalkedFile } from "@dossier/core/structure";
import type { DocumentPlace, MentioningDocument } from "../index/mod.ts";
import type { Lease } from "../sources/mod.ts";
import { readSources } from "../tree/mod.ts";

/** Documents of a tree whose names are compared, by path. */
const MAX_DOCUMENTS = 20_000;

/** Names that are looked up at once. */
const BATCH_NAMES = 2000;

/** What a test, an example, a generated or a vendored file counts beside other code, and what prose does. */
const ASIDE = 0.05;

/** Folders with what others have written. */
const VENDORED_REGEXP = /(?:^|\/)(?:deps|external|third[_-]?party|vendor(?:ed)?)\//i;

/** Files whose calls are resolved, and the UTF-16 units of them. */
const MAX_READ_FILES = 200;
const MAX_READ_CHARACTERS = 2_000_000;

/** With a capital inside, an underscore or a digit. */
const MARKED_NAME_REGEXP = /[^\p{Lu}_]\p{Lu}|\p{L}_\p{L}|\p{L}\p{N}/u;

/** How sure it is that a marked name, or a word, is used where it stands, before any text is read. */
const SURE_NAME = 1;
const SURE_WORD = 0.1;

/** A file that defines names or uses them. */
export type UsingFile = DocumentPlace & WalkedFile;

/** The files of a tree, what they define, and what they use of each other. */
export interface TreeUses {
  /** In the order of their paths. */
  readonly files: readonly UsingFile[];
  /** File by file. */
  readonly defined: readonly DefinedName[];
  readonly uses: readonly NameUse[];
}

/** Files that define a name, by the name. */
type Defining = ReadonlyMap<string, readonly number[]>;

/** What one file uses, by the name: how often, and which files it means. */
type ResolvedUses = ReadonlyMap<string, { readonly count: number; readonly to: readonly number[] }>;

/**
 * Returns the files of a tree that may be served, and who uses what of whom. The calls of files of code are
 * resolved where these are few, else those of as many, evenly over the tree; of the others the index knows
 * which names they have, without their case and in comments too.
 */
export async function readUses(lease: Lease): Promise<TreeUses> {
  const { indexed: { reader }, visibility } = lease;
  const documents = (await reader.listDefinitions(MAX_DOCUMENTS))
    .filter(({ path, definitions }) => definitions !== "" && visibility.shows(path))
    .map(({ path, definitions }) => ({ path, names: definitions.split("\n") }));
  const all = [...new Set(documents.flatMap(({ names }) => names))];
  const mentioning = await listMentioning(lease, all);
  const ids = new Set([...mentioning.values()].flatMap((found) => found.map(({ id }) => id)));
  const files = (await reader.listPlaces([...ids])).filter(({ path }) => visibility.shows(path))
    .map((place): UsingFile => ({ ...place, weight: weigh(place) }))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  const numberAt = new Map(files.map(({ path }, file) => [path, file]));
  const defined = documents.flatMap(({ path, names }) => {
    const file = numberAt.get(path);
    return file === undefined ? [] : names.map((name) => ({ name, file }));
  });
  const defining: Defining = new Map(
    [...Map.groupBy(defined, ({ name }) => name)]
      .map(([name, places]) => [name, places.map(({ file }) => file)]),
  );
  const resolved = await resolveFiles(files, defining, lease);
  return { files, defined, uses: listUses({ files, defining, mentioning, resolved }) };
}

async function listMentioning(
  { indexed: { reader } }: Lease,
  all: readonly string[],
): Promise<ReadonlyMap<string, readonly MentioningDocument[]>> {
  const mentioning = new Map<string, readonly MentioningDocument[]>();
  for (let from = 0; from < all.length; from += BATCH_NAMES) {
    const names = all.slice(from, from + BATCH_NAMES);
    for (const [name, found] of await reader.findMentioning(names, { isNamed: false })) {
      mentioning.set(name, found);
    }
  }
  return mentioning;
}

/** Returns what some files of code use, by their numbers. */
async function resolveFiles(
  files: readonly UsingFile[],
  defining: Defining,
  { indexed: { root }, visibility, sources }: Lease,
): Promise<ReadonlyMap<number, ResolvedUses>> {
  const code = [...files.keys()].filter((file) => files[file]!.weight === 1);
  const stride = Math.max(1, code.length / MAX_READ_FILES);
  const chosen = Array.from(
    { length: Math.min(code.length, MAX_READ_FILES) },
    (_, at) => code[Math.floor(at * stride)]!,
  );
  const wanted = chosen.map((file) => files[file]!)
    .map(({ path, hash }) => ({ path, documentHash: hash }));
  const read = await readSources(wanted, { root, visibility, sources });
  const ownNames = new Map<number, Set<string>>();
  for (const [name, numbers] of defining) {
    for (const file of numbers) {
      ownNames.set(file, (ownNames.get(file) ?? new Set()).add(name));
    }
  }
  const rootName = root.slice(root.lastIndexOf("/") + 1);
  const found = new Map<number, ResolvedUses>();
  let characters = 0;
  for (const file of chosen) {
    const { path, language } = files[file]!;
    const text = read.get(path)?.lines.join("\n");
    if (text === undefined || characters + text.length > MAX_READ_CHARACTERS) continue;
    characters += text.length;
    const calls = listCalls(text, { language });
    // Of a language of which nothing is known the index has to do.
    if (calls.length === 0) continue;
    const calling = { path, language, imports: listImports(text, language) };
    found.set(file, resolveUses(calls, calling, (name) => placesOf(name, language), rootName));
  }
  return found;

  function placesOf(name: string, language: string) {
    return (defining.get(name) ?? [])
      .filter((file) => areRelated(files[file]!.language, language))
      .map((file) => ({
        file,
        path: files[file]!.path,
        isIn: (container: string) => ownNames.get(file)!.has(container),
      }));
  }
}

/** Returns which files some calls of a file mean. */
function resolveUses<Place extends { file: number; path: string; isIn(name: string): boolean }>(
  calls: readonly Call[],
  file: CallingFile,
  placesOf: (name: string) => readonly Place[],
  root: string,
): ResolvedUses {
  const uses = new Map<string, { count: number; to: readonly number[] }>();
  for (const same of Map.groupBy(calls, ({ name, qualifier }) => `${qualifier} ${name}`).values()) {
    const { name } = same[0]!;
    const definitions = placesOf(name);
    const meant = resolveCall(same[0]!, { file, definitions, root });
    if (meant === undefined) continue;
    const { resolution } = meant;
    // What a list or a map has as well is hardly ever that of the tree.
    if (resolution === "ambiguous" && isCommonMember(name)) continue;
    // Outside of calls a word is a name only where its file makes it known.
    const isKnown = resolution === "file" || resolution === "import";
    const count = isKnown ? same.length : same.filter(({ kind }) => kind !== "use").length;
    const known = uses.get(name);
    if (count === 0 || (known !== undefined && known.count >= count)) continue;
    uses.set(name, { count, to: meant.definitions.map(({ file }) => file) });
  }
  return uses;
}

/** Returns who uses what, as the calls of a file say it, or else the index. */
function listUses({ files, defining, mentioning, resolved }: {
  readonly files: readonly UsingFile[];
  readonly defining: Defining;
  readonly mentioning: ReadonlyMap<string, readonly MentioningDocument[]>;
  readonly resolved: ReadonlyMap<number, ResolvedUses>;
}): NameUse[] {
  const numberOf = new Map(files.map(({ id }, file) => [id, file]));
  const known = [...resolved].flatMap(([from, uses]) =>
    [...uses].map(([name, { count, to }]) => ({ name, from, to, weight: Math.sqrt(count) }))
  );
  const guessed = [...defining].flatMap(([name, places]): NameUse[] => {
    // Unread it can not be told from that of a list or a map.
    if (isCommonMember(name)) return [];
    const users = (mentioning.get(name) ?? []).flatMap(({ id, chunks }) => {
      const from = numberOf.get(id);
      return from === undefined ? [] : [{ from, count: chunks.length }];
    });
    const told = users.filter(({ from }) => resolved.has(from));
    const using = told.filter(({ from }) => resolved.get(from)!.has(name)).length;
    const looks = MARKED_NAME_REGEXP.test(name) ? SURE_NAME : SURE_WORD;
    const sureness = (using + looks) / (told.length + 1);
    return users.filter(({ from }) => !resolved.has(from)).map(({ from, count }) => {
      // In a file that defines it the name means its own, and one piece has it as it defines it.
      const isOwn = places.includes(from);
      const to = isOwn ? [from] : places.filter((place) => mayUse(files[from]!, files[place]!));
      return { name, from, to, weight: sureness * Math.sqrt(isOwn ? count - 1 : count) };
    });
  });
  return [...known, ...guessed].filter(({ to, weight }) => to.length > 0 && weight > 0);
}

function mayUse(user: UsingFile, defining: UsingFile): boolean {
  return user.kind === "document" || areRelated(user.language, defining.language);
}

function weigh({ path, kind }: DocumentPlace): number {
  const isAside = kind === "document" || pathKinds(path).length > 0 || VENDORED_REGEXP.test(path);
  return isAside ? ASIDE : 1;
}
