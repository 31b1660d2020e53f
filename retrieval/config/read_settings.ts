import { realPathOrUndefined } from "../machine/mod.ts";
import type { Visibility } from "@dossier/core/exclude";
import { openVisibility } from "../tree/mod.ts";
import { readSettingsTexts } from "./read_texts.ts";
import {
  EMPTY_LAYER,
  type MergedSettings,
  type SettingsLayer,
  type SettingsTexts,
  toSettings,
} from "./settings.ts";
import { findUserFolder, readUserFile, type UserFile } from "./user_file.ts";

/** How settings are read. */
export interface ReadSettingsOptions {
  /** The folder of the user's own settings of dossier. @default that of the environment */
  readonly folder?: string | undefined;
  /** Returns the layer of a repository's texts, where it was made before; as {@link readRepositoryLayer} otherwise. */
  readonly readLayer?: typeof readRepositoryLayer | undefined;
}

/** Returns the settings that the project at `root` and the user give, read anew. */
export async function readSettings(
  root: string,
  { folder = findUserFolder(), readLayer = readRepositoryLayer }: ReadSettingsOptions = {},
): Promise<MergedSettings> {
  const real = realPathOrUndefined(root) ?? root;
  const { texts, notes } = await readSettingsTexts(root);
  const { file: user, notes: userNotes } = await readUserFile(real, folder);
  const isPlain = texts.config === null && texts.noface === null;
  const layer = isPlain ? EMPTY_LAYER : await readLayer(texts, { root: real, folder });
  const settings = user === undefined ? toSettings(layer) : await addUser(layer, user, real);
  return { ...settings, notes: [...userNotes, ...notes, ...settings.notes] };
}

/**
 * Returns what the texts of a repository give. `.dossier/config.yaml` goes before `.noface.toml`, and a list
 * that is given replaces the default one. What only the user may give is left out unless the user has granted it.
 * The parsers are loaded only for a text there is.
 */
export async function readRepositoryLayer(
  texts: SettingsTexts,
  { root, folder }: { readonly root: string; readonly folder: string | undefined },
): Promise<SettingsLayer> {
  const { parseRepositoryFiles } = await import("./parse_files.ts");
  const { layerRepositoryFiles } = await import("./layer_files.ts");
  const openTrust = async () => await (await import("./trust.ts")).openTrust(root, folder);
  return (await layerRepositoryFiles(await parseRepositoryFiles(texts), { root, openTrust })).layer;
}

async function addUser(
  repository: SettingsLayer,
  user: UserFile,
  root: string,
): Promise<MergedSettings> {
  const { mergeLayers, layerUserFile } = await import("./layer_files.ts");
  return mergeLayers(repository, await layerUserFile(user, root));
}

/** Returns what the project at `root` lets be seen, read anew and without an index. */
export async function readVisibility(root: string): Promise<Visibility> {
  return await openVisibility((await readSettings(root)).rules, root);
}

/** The settings in force: their rules are made ready for deciding what may be indexed and shown. */
export interface ResolvedSettings extends Omit<MergedSettings, "rules"> {
  readonly visibility: Visibility;
}

/** Keeps one text, the last that was written, from process to process. */
export interface SettingsCache {
  find(): string | undefined;
  write(text: string): void;
}

/**
 * What a repository's texts say that a repository may say, kept so that a later process need not parse them again. The
 * memory is in the tree, and may have been cloned with it: nothing is taken from it that only the user may give.
 */
interface CachedLayer extends Pick<SettingsLayer, "task" | "log" | "origins" | "notes"> {
  readonly form: typeof CACHE_VERSION;
  readonly rules: SettingsLayer["exclude"];
  readonly texts: SettingsTexts;
}

/** Earlier versions kept something else under the same name. */
const CACHE_VERSION = 3;

/**
 * Returns the settings of the user, and of the project's `.dossier/config.yaml` and `.noface.toml`, or the default
 * ones where there is none of them.
 *
 * The parsers take longer to load than an answer takes; what they made of the project's texts is kept beside those
 * texts.
 */
export async function resolveSettings(
  memory: SettingsCache,
  root: string,
  { folder }: Pick<ReadSettingsOptions, "folder"> = {},
): Promise<ResolvedSettings> {
  const { rules, ...settings } = await readSettings(root, {
    folder,
    async readLayer(texts, place) {
      const kept = findCached(memory, texts);
      if (kept !== undefined) return kept;
      const layer = await readRepositoryLayer(texts, place);
      writeCache(memory, texts, layer);
      return layer;
    },
  });
  return { ...settings, visibility: await openVisibility(rules, root) };
}

/** Keeps a layer, unless it has values that may be the user's to give, or lacks some. */
function writeCache(
  memory: SettingsCache,
  texts: SettingsTexts,
  { exclude, embedder, index, names, warm, task, log, origins, notes }: SettingsLayer,
): void {
  const isOrdinary = embedder === undefined && warm === undefined &&
    Object.keys({ ...index, ...names }).length === 0 &&
    notes.every(({ code }) => code !== "not-granted");
  if (!isOrdinary) return;
  const kept: CachedLayer = {
    form: CACHE_VERSION,
    rules: exclude,
    task,
    log,
    origins,
    notes,
    texts,
  };
  memory.write(JSON.stringify(kept));
}

/** Returns what an earlier process made of the same texts. */
function findCached(memory: SettingsCache, texts: SettingsTexts): SettingsLayer | undefined {
  const found = memory.find();
  if (found === undefined) return undefined;
  const { form, texts: parsed, rules, task, log, origins, notes } = JSON.parse(
    found,
  ) as CachedLayer;
  const isSame = parsed?.config === texts.config && parsed.noface === texts.noface;
  if (form !== CACHE_VERSION || !isSame) return undefined;
  const { user: _, ...exclude } = rules as typeof rules & { readonly user?: unknown };
  return { exclude, index: {}, names: {}, task, log, origins, notes };
}
