import {
  checkItemId,
  type Hook,
  type HookOrigin,
  isJsonObject,
  type ItemOrigin,
  type JsonObject,
  type KnowledgeItem,
  PolicyError,
  type PolicyErrorCode,
  type Profile,
  readHooks,
} from "@dossier/core/policy";
import { contentHash } from "../machine/mod.ts";
import { checkSignature, ryeSignedParts } from "./integrity.ts";
import { type OpenSpaces, openSpaces, type PolicyPlaces } from "./open_spaces.ts";
import type { ReadPlace } from "./placed_text.ts";
import type { PolicyFormName } from "./policy_form.ts";
import { readKnowledge, readProfile } from "./read_dossier.ts";
import { cutFrontMatter, readYaml, toJson } from "./read_yaml.ts";
import { ITEM_EXTENSION, type SpaceFolder } from "./space_folder.ts";

/** A profile, and the file that it is from. */
export interface LoadedProfile extends Profile {
  /** The file. */
  readonly origin: ItemOrigin;
  /** The form that it is written in. */
  readonly form: PolicyFormName;
}

/** A knowledge item, and the file that it is from. */
export interface LoadedKnowledge extends KnowledgeItem {
  readonly origin: ItemOrigin;
}

/** An item's file without its signature. */
interface LocatedItem {
  readonly folder: SpaceFolder;
  readonly text: string;
  readonly origin: ItemOrigin;
}

/** What a kind of items is called, and what is wrong with one that can not be used. */
const KINDS = {
  profiles: { noun: "profile", code: "invalid-profile" },
  knowledge: { noun: "knowledge item", code: "invalid-profile" },
} as const satisfies Record<string, { readonly noun: string; readonly code: PolicyErrorCode }>;

type ItemKind = keyof typeof KINDS;

/** Whose the hooks of a space are. */
const ORIGINS: Readonly<Record<SpaceFolder["space"], HookOrigin>> = {
  project: "project",
  user: "user",
  system: "builtin",
};

/** The policies of a project, its user and the system, each file read once. Made by {@link openPolicies}. */
export class Policies {
  readonly root: string;
  readonly folders: readonly SpaceFolder[];
  readonly #profiles = new Map<string, Promise<LoadedProfile | undefined>>();
  readonly #knowledge = new Map<string, Promise<LoadedKnowledge | undefined>>();
  readonly #notes: Set<string>;
  #hooks: Promise<readonly Hook[]> | undefined;
  #settings: Promise<readonly JsonObject[]> | undefined;

  /** Takes open folders; use {@link openPolicies}. */
  constructor(root: string, { folders, notes }: OpenSpaces) {
    this.root = root;
    this.folders = folders;
    this.#notes = new Set(notes);
  }

  /** What was passed over in what has been read, in sentences for people. */
  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /**
   * Returns the profile with an id, or undefined when there is none.
   *
   * @throws {PolicyError} `invalid-item-id`, `tampered-item`; `invalid-profile` with line and column.
   */
  findProfile(id: string): Promise<LoadedProfile | undefined> {
    return remember(this.#profiles, id, async () => {
      const found = await this.#locate("profiles", id);
      if (found === undefined) return undefined;
      const { text, origin, folder: { form } } = found;
      const place = this.#place(origin.path, "invalid-profile");
      const profile = form.name === "rye"
        ? (await openRye()).readDirective(id, text, place)
        : await readProfile(id, text, place);
      return { ...profile, origin, form: form.name };
    });
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
    const ids = this.listProfiles().map((entry) => entry.id);
    const nearest = nearestNames(id, ids, { limit: 3 });
    throw new PolicyError(
      "profile-not-found",
      `Cannot find the profile "${id}": ` +
        (nearest.length === 0
          ? 'look at "profile list"'
          : `did you mean "${nearest.join('", "')}"?`),
    );
  }

  /**
   * Returns the knowledge item with an id, or undefined when there is none.
   *
   * @throws {PolicyError} As {@link findProfile}.
   */
  findKnowledge(id: string): Promise<LoadedKnowledge | undefined> {
    return remember(this.#knowledge, id, async () => {
      const found = await this.#locate("knowledge", id);
      if (found === undefined) return undefined;
      const { text, origin, folder: { form } } = found;
      const place = this.#place(origin.path, KINDS.knowledge.code);
      const item = form.name === "rye"
        ? await (await openRye()).readRyeKnowledge(id, text, place)
        : await readKnowledge(id, cutFrontMatter(text, place), place);
      return { ...item, origin };
    });
  }

  /** Returns the ids of all profiles, sorted, each with the folder that it is found in. */
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
   * Returns the hooks of all spaces. Of hooks with one id that of the nearest space holds, and those that come
   * with the program only where no other system space is named.
   *
   * @throws {PolicyError} `invalid-hooks` with line and column, `tampered-item`.
   */
  hooks(): Promise<readonly Hook[]> {
    return this.#hooks ??= this.#readHooks();
  }

  /**
   * Returns what each settings file says, those of the system first; undefined where there is none.
   *
   * @throws {PolicyError} `invalid-policy` with line and column, `tampered-item`.
   */
  settings(): Promise<readonly JsonObject[]> {
    return this.#settings ??= this.#readSettings();
  }

  async #readSettings(): Promise<readonly JsonObject[]> {
    const read: JsonObject[] = [];
    for (const folder of this.folders.toReversed()) {
      for (const { paths, under } of folder.form.settings) {
        const found = await this.#readFirst(folder, paths, "invalid-policy");
        if (found !== undefined) {
          read.push(under === undefined ? found.value : { [under]: found.value });
        }
      }
    }
    return read;
  }

  async #readHooks(): Promise<readonly Hook[]> {
    const all: Hook[] = [];
    const seen = new Set<string>();
    const isSystemNamed = this.folders.some(({ space, path }) =>
      space === "system" && path !== undefined
    );
    for (const folder of this.folders) {
      if (folder.path === undefined && isSystemNamed) continue;
      const hooks: Hook[] = [];
      for (const files of folder.form.hooks) {
        const found = await this.#readFirst(folder, files.map(({ path }) => path), "invalid-hooks");
        const keys = files.find(({ path }) => path === found?.file)?.keys ?? {};
        for (const [key, origin] of Object.entries(keys)) {
          const read = readHooks(found?.value[key], {
            origin: origin === "space" ? ORIGINS[folder.space] : origin,
            place: `"${found?.path}"`,
          });
          for (const warning of read.warnings) this.#notes.add(warning);
          hooks.push(...read.hooks);
        }
      }
      all.push(...hooks.filter(({ id }) => id === undefined || !seen.has(id)));
      for (const { id } of hooks) if (id !== undefined) seen.add(id);
    }
    return all;
  }

  /** Returns the first file of several there is as a mapping. */
  async #readFirst(folder: SpaceFolder, files: readonly string[], code: PolicyErrorCode) {
    for (const file of files) {
      const read = await folder.read(file);
      if (read === undefined) continue;
      const path = folder.tell(file);
      if (read.kind === "refused") {
        throw new PolicyError(code, `Cannot use "${path}" as ${read.message}`);
      }
      const { text } = await checkSignature(read.text, { path, signedParts: (body) => [body] });
      const place = this.#place(path, code);
      const value = toJson(await readYaml(text, place), place);
      return { file, path, value: isJsonObject(value) ? value : {} };
    }
    return undefined;
  }

  async #locate(kind: ItemKind, id: string): Promise<LocatedItem | undefined> {
    const { noun, code } = KINDS[kind];
    checkItemId(id, noun);
    const shadows: string[] = [];
    let found:
      | Omit<LocatedItem, "origin"> & { readonly bytes: Uint8Array<ArrayBuffer> }
      | undefined;
    for (const folder of this.folders) {
      const file = `${folder.form[kind]}/${id}${ITEM_EXTENSION}`;
      if (found !== undefined) {
        if (folder.has(file)) shadows.push(folder.tell(file));
        continue;
      }
      const read = await folder.read(file);
      if (read === undefined) continue;
      if (read.kind === "refused") {
        throw new PolicyError(code, `Cannot use "${folder.tell(file)}" as ${read.message}`);
      }
      found = { folder, text: read.text, bytes: read.bytes };
    }
    if (found === undefined) return undefined;
    const { folder, bytes } = found;
    const path = folder.tell(`${folder.form[kind]}/${id}${ITEM_EXTENSION}`);
    const signedParts = folder.form.name === "rye" ? ryeSignedParts : (body: string) => [body];
    const { text, signature } = await checkSignature(found.text, { path, signedParts });
    const hash = await contentHash(bytes);
    return { folder, text, origin: { space: folder.space, path, hash, signature, shadows } };
  }

  #place(path: string, code: PolicyErrorCode): ReadPlace {
    return { path, code, warn: (sentence) => this.#notes.add(sentence) };
  }
}

/** Returns the policies that are found from a project. */
export function openPolicies(places: PolicyPlaces): Policies {
  return new Policies(places.root, openSpaces(places));
}

/** Returns what was loaded under an id before, or loads it. */
function remember<T>(
  loaded: Map<string, Promise<T>>,
  id: string,
  load: () => Promise<T>,
): Promise<T> {
  const found = loaded.get(id) ?? load();
  loaded.set(id, found);
  return found;
}

/** The parser of XML is loaded only where there is something to parse. */
function openRye() {
  return import("./read_rye.ts");
}
