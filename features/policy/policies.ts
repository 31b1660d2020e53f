import {
  checkItemId,
  type Hook,
  type HookOrigin,
  type ItemOrigin,
  type KnowledgeItem,
  PolicyError,
  type PolicyErrorCode,
  type Profile,
  readHooks,
} from "./core/mod.ts";
import { isJsonObject } from "@dossier/core/text";
import { compilePattern } from "@dossier/retrieval/machine";
import { type FolderHooks, joinHooks } from "./join_hooks.ts";
import { openTrustedKeys, ryeSignedParts, type TrustedKeys, wholeFileParts } from "./integrity.ts";
import { type OpenSpaces, openSpaces, type PolicyPlaces } from "./open_spaces.ts";
import { ParsedFiles } from "./parsed_files.ts";
import {
  cutFrontMatter,
  type FileContext,
  parseYamlFile,
  toJson,
} from "@dossier/retrieval/notation";
import type { PolicyForm, PolicyFormName } from "./policy_form.ts";
import type { SettingsFile } from "./policy_settings.ts";
import { readKnowledge, readProfile } from "./read_dossier.ts";
import { ITEM_EXTENSION, type SpaceFolder } from "./space_folder.ts";

/** A profile, and its file. */
export interface LoadedProfile extends Profile {
  /** The file. */
  readonly origin: ItemOrigin;
  /** The form that it is written in. */
  readonly form: PolicyFormName;
}

/** A knowledge item, and its file. */
export interface LoadedKnowledge extends KnowledgeItem {
  readonly origin: ItemOrigin;
}

/** Names of item types for messages. */
const ITEM_NOUNS = { profiles: "profile", knowledge: "knowledge item" } as const;

/** The origin of the hooks of a space. */
const ORIGINS: Readonly<Record<SpaceFolder["space"], HookOrigin>> = {
  project: "project",
  user: "user",
  system: "builtin",
};

/**
 * The policies of a project, its user and the system; each file is read once. Created by
 * {@link openPolicies}.
 */
export class Policies {
  readonly root: string;
  readonly folders: readonly SpaceFolder[];
  /** The keys that the user trusts. */
  readonly keys: TrustedKeys;
  readonly #profiles = new Map<string, Promise<LoadedProfile | undefined>>();
  readonly #knowledge = new Map<string, Promise<LoadedKnowledge | undefined>>();
  /** By the paths of the files, as several files are read at once. */
  readonly #notes: Map<string, readonly string[]>;
  readonly #files: ParsedFiles;
  /** By whether the hooks that come with the program are included. */
  readonly #hooks = new Map<boolean, Promise<readonly Hook[]>>();
  #settings: Promise<readonly SettingsFile[]> | undefined;

  /** Use {@link openPolicies}. */
  constructor(
    root: string,
    { folders, notes }: OpenSpaces,
    files: ParsedFiles = new ParsedFiles(),
  ) {
    this.root = root;
    this.#files = files;
    this.folders = folders;
    this.keys = openTrustedKeys(folders);
    this.#notes = new Map([["", notes]]);
  }

  /** Sentences about the parts of files that were ignored, in the order of the files. */
  get notes(): readonly string[] {
    const files = [...this.#notes].sort(([one], [other]) => one < other ? -1 : 1);
    const ofFolders = this.folders.flatMap(({ notes }) => notes);
    return [...new Set([...ofFolders, ...files.flatMap(([, sentences]) => sentences)])];
  }

  /**
   * Returns the profile with an id, or undefined when there is none.
   *
   * @throws {PolicyError} `invalid-item-id`, `tampered-item`; `invalid-profile` with line and
   * column.
   */
  findProfile(id: string): Promise<LoadedProfile | undefined> {
    return loadOnce(this.#profiles, id, () => this.readProfile(id));
  }

  /** Works like {@link findProfile}, but caches nothing, as all profiles together may be large. */
  async readProfile(id: string): Promise<LoadedProfile | undefined> {
    const found = await this.#find(
      "profiles",
      id,
      (form, text, place) =>
        form.name === "rye"
          ? openRye().then(({ readDirective }) => readDirective(id, text, place))
          : readProfile(id, text, place),
    );
    return found && { ...found.value, origin: found.origin, form: found.form.name };
  }

  /**
   * Returns the profile with an id.
   *
   * @throws {PolicyError} `profile-not-found` with the nearest ids, and as {@link findProfile}.
   */
  async loadProfile(id: string): Promise<LoadedProfile> {
    const found = await this.findProfile(id);
    if (found !== undefined) return found;
    const { nearestNames } = await import("@dossier/core/query");
    const nearest = nearestNames(id, this.listProfiles().map((entry) => entry.id), { limit: 3 });
    throw new PolicyError(
      "profile-not-found",
      `Cannot find the profile "${id}": ` +
        (nearest.length === 0 ? 'see "profile list"' : `did you mean "${nearest.join('", "')}"?`),
    );
  }

  /**
   * Returns the knowledge item with an id, or undefined when there is none.
   *
   * @throws {PolicyError} As {@link findProfile}.
   */
  findKnowledge(id: string): Promise<LoadedKnowledge | undefined> {
    return loadOnce(this.#knowledge, id, async () => {
      const found = await this.#find(
        "knowledge",
        id,
        (form, text, place) =>
          form.name === "rye"
            ? import("./read_rye_yaml.ts").then(({ readRyeKnowledge }) =>
              readRyeKnowledge(id, text, place)
            )
            : readKnowledge(id, cutFrontMatter(text, place), place),
      );
      return found && { ...found.value, origin: found.origin };
    });
  }

  /** Returns the ids of all profiles, sorted, each with its folder. */
  listProfiles(): readonly { readonly id: string; readonly folder: SpaceFolder }[] {
    const found = new Map<string, SpaceFolder>();
    for (const folder of this.folders) {
      for (const id of folder.list(folder.form.profiles)) {
        if (!found.has(id)) found.set(id, folder);
      }
    }
    return [...found].map(([id, folder]) => ({ id, folder }))
      .sort((one, other) => one.id < other.id ? -1 : 1);
  }

  /** Returns the ids of all knowledge items, sorted. */
  listKnowledge(): readonly string[] {
    const ids = this.folders.flatMap((folder) => folder.list(folder.form.knowledge));
    return [...new Set(ids)].sort();
  }

  /**
   * Returns the hooks of all spaces. Of hooks with one id that of the nearest space replaces the
   * others, but those of the user stay beside those of the project; a note names each such pair.
   * The hooks that come with the program apply only when no other system space is named.
   *
   * @param options.includeShipped If false, the hooks that come with the program are omitted.
   * @throws {PolicyError} `invalid-hooks` with line and column, `tampered-item`.
   */
  hooks(
    { withShipped: includeShipped = true }: { readonly withShipped?: boolean } = {},
  ): Promise<readonly Hook[]> {
    return loadOnce(this.#hooks, includeShipped, () => this.#readHooks(includeShipped));
  }

  /**
   * Returns the values of the settings files, those of the system first.
   *
   * @throws {PolicyError} `invalid-policy` with line and column, `tampered-item`.
   */
  settings(): Promise<readonly SettingsFile[]> {
    return this.#settings ??= this.#readSettings();
  }

  async #readSettings(): Promise<readonly SettingsFile[]> {
    const read: SettingsFile[] = [];
    for (const folder of this.folders.toReversed()) {
      for (const { paths, under } of folder.form.settings) {
        const found = await this.#readFirst(folder, paths, "invalid-policy");
        if (found === undefined) continue;
        const value = under === undefined
          ? found.value
          : { [under]: (await import("./read_rye_risks.ts")).readRyeRisks(found.value) };
        read.push({ path: found.path, form: folder.form.name, space: folder.space, value });
      }
    }
    return read;
  }

  async #readHooks(withShipped: boolean): Promise<readonly Hook[]> {
    const isSystemNamed = this.folders.some(({ space, path }) =>
      space === "system" && path !== undefined
    );
    const read: FolderHooks[] = [];
    for (const folder of this.folders) {
      if (folder.path === undefined && (isSystemNamed || !withShipped)) continue;
      read.push({ folder, hooks: await this.#readHooksIn(folder) });
    }
    const { hooks, notes } = joinHooks(read);
    this.#notes.set("hooks", notes);
    return hooks;
  }

  /** Returns the hooks of a folder, in the order of its files. */
  async #readHooksIn(folder: SpaceFolder): Promise<readonly Hook[]> {
    const hooks: Hook[] = [];
    for (const files of folder.form.hooks) {
      const found = await this.#readFirst(folder, files.map(({ path }) => path), "invalid-hooks");
      const keys = files.find(({ path }) => path === found?.file)?.keys ?? {};
      for (const [key, origin] of Object.entries(keys)) {
        const read = await readHooks(found?.value[key], {
          origin: origin === "space" ? ORIGINS[folder.space] : origin,
          place: `"${found?.path}"`,
          isDossierForm: folder.form.name === "dossier",
          compile: compilePattern,
        });
        this.#notes.set(`${found?.path} ${key}`, read.warnings);
        hooks.push(...read.hooks);
      }
    }
    return hooks;
  }

  /** Returns the first of several files that exists, as a mapping. */
  async #readFirst(folder: SpaceFolder, files: readonly string[], code: PolicyErrorCode) {
    for (const file of files) {
      const read = await this.#files.read(folder, file, {
        code,
        signedParts: wholeFileParts,
        keys: this.keys,
        parse: async (text, place) => toJson(await parseYamlFile(text, place), place),
      });
      if (read === undefined) continue;
      const path = folder.displayPath(file);
      this.#notes.set(path, read.warnings);
      return { file, path, value: isJsonObject(read.value) ? read.value : {} };
    }
    return undefined;
  }

  /** Returns the item of the first folder that has it, with its origin. */
  async #find<T>(
    kind: keyof typeof ITEM_NOUNS,
    id: string,
    parse: (form: PolicyForm, text: string, place: FileContext) => Promise<T>,
  ) {
    checkItemId(id, ITEM_NOUNS[kind]);
    const fileIn = ({ form }: SpaceFolder) => `${form[kind]}/${id}${ITEM_EXTENSION}`;
    for (const [at, folder] of this.folders.entries()) {
      const { form, space } = folder;
      const file = fileIn(folder);
      const found = await this.#files.read(folder, file, {
        code: "invalid-profile",
        signedParts: form.name === "rye" ? ryeSignedParts : wholeFileParts,
        keys: this.keys,
        parse: (text, place) => parse(form, text, place),
      });
      if (found === undefined) continue;
      const shadows = this.folders.slice(at + 1)
        .filter((later) => later.stat(fileIn(later)) !== undefined)
        .map((later) => later.displayPath(fileIn(later)));
      const { value, hash, signature, key } = found;
      const origin: ItemOrigin = {
        space,
        path: folder.displayPath(file),
        hash,
        signature,
        shadows,
        ...(key === undefined ? {} : { key }),
      };
      if (found.warnings.length > 0) this.#notes.set(origin.path, found.warnings);
      return { value, form, origin };
    }
    return undefined;
  }
}

/**
 * Returns the current policies of a project.
 *
 * @param files Cache of parsed files. @default an empty one
 */
export function openPolicies(places: PolicyPlaces, files?: ParsedFiles): Policies {
  return new Policies(places.root, openSpaces(places), files);
}

/** Returns the value of a key, loading it once. */
function loadOnce<K, T>(loaded: Map<K, Promise<T>>, key: K, load: () => Promise<T>): Promise<T> {
  const found = loaded.get(key) ?? load();
  loaded.set(key, found);
  return found;
}

/** The XML parser is loaded only when there is something to parse. */
const openRye = () => import("./read_rye.ts");
