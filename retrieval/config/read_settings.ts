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

/** Options of {@link readSettings}. */
export interface ReadSettingsOptions {
  /** Folder of the settings of the user. @default that of the environment */
  readonly folder?: string | undefined;
  /**
   * Returns the layer of the texts of a repository, from a cache if possible. @default {@link
   * readRepositoryLayer}
   */
  readonly readLayer?: typeof readRepositoryLayer | undefined;
}

/** Returns the settings of the project at `root` and of the user, read from their files. */
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
 * Returns the settings in the texts of a repository. `.dossier/config.yaml` overrides
 * `.noface.toml`, and a given list replaces the default one. Settings that only the user may set
 * are excluded unless the user has granted them. The parsers are imported only for existing texts.
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

/** Returns the visibility of the project at `root`, read from its files and without an index. */
export async function readVisibility(root: string): Promise<Visibility> {
  return await openVisibility((await readSettings(root)).rules, root);
}

/** Effective settings, with their rules compiled to decide what may be indexed and shown. */
export interface ResolvedSettings extends Omit<MergedSettings, "rules"> {
  readonly visibility: Visibility;
}

/** Stores one text across processes; the last write replaces it. */
export interface SettingsCache {
  find(): string | undefined;
  write(text: string): void;
}

/**
 * Cached settings of the texts of a repository, so that a later process need not parse them again.
 * The cache is in the tree, and may have been cloned with it: settings that only the user may set
 * are never taken from it.
 */
interface CachedLayer extends Pick<SettingsLayer, "task" | "log" | "origins" | "notes"> {
  readonly form: typeof CACHE_VERSION;
  readonly rules: SettingsLayer["exclude"];
  readonly texts: SettingsTexts;
}

/** Version of the cached form; earlier versions stored another form under the same name. */
const CACHE_VERSION = 3;

/**
 * Returns the settings of the user and of the project, in `.dossier/config.yaml` and
 * `.noface.toml`, or the defaults when there are none.
 *
 * The parsers take longer to load than an answer takes, so their result is cached with the texts of
 * the project.
 */
export async function resolveSettings(
  cache: SettingsCache,
  root: string,
  { folder }: Pick<ReadSettingsOptions, "folder"> = {},
): Promise<ResolvedSettings> {
  const { rules, ...settings } = await readSettings(root, {
    folder,
    async readLayer(texts, place) {
      const kept = findCached(cache, texts);
      if (kept !== undefined) return kept;
      const layer = await readRepositoryLayer(texts, place);
      writeCache(cache, texts, layer);
      return layer;
    },
  });
  return { ...settings, visibility: await openVisibility(rules, root) };
}

/** Caches a layer, unless it has values that only the user may set, or lacks some. */
function writeCache(
  cache: SettingsCache,
  texts: SettingsTexts,
  { exclude, embedder, index, names, warm, task, log, origins, notes }: SettingsLayer,
): void {
  const isOrdinary = embedder === undefined && warm === undefined &&
    Object.keys({ ...index, ...names }).length === 0 &&
    notes.every(({ code }) => code !== "not-granted");
  if (!isOrdinary) return;
  const cached: CachedLayer = {
    form: CACHE_VERSION,
    rules: exclude,
    task,
    log,
    origins,
    notes,
    texts,
  };
  cache.write(JSON.stringify(cached));
}

/** Returns the layer that an earlier process read from the same texts. */
function findCached(cache: SettingsCache, texts: SettingsTexts): SettingsLayer | undefined {
  const found = cache.find();
  if (found === undefined) return undefined;
  const { form, texts: parsed, rules, task, log, origins, notes } = JSON.parse(
    found,
  ) as CachedLayer;
  const isSame = parsed?.config === texts.config && parsed.noface === texts.noface;
  if (form !== CACHE_VERSION || !isSame) return undefined;
  const { user: _, ...exclude } = rules as typeof rules & { readonly user?: unknown };
  return { exclude, index: {}, names: {}, task, log, origins, notes };
}
