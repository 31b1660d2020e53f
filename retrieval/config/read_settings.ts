import { realPathOrUndefined } from "../machine/mod.ts";
import type { Visibility } from "@dossier/core/exclude";
import { openVisibility } from "../tree/mod.ts";
import { readSettingsTexts } from "./read_texts.ts";
import {
  EMPTY_LAYER,
  type GivenSettings,
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
  readonly settle?: typeof readRepositoryLayer | undefined;
}

/**
 * Returns the settings that the project at `root` and the user give, read anew.
 *
 * @throws {RetrievalError} `invalid-config` when a configuration can not be parsed at all.
 */
export async function readSettings(
  root: string,
  { folder = findUserFolder(), settle = readRepositoryLayer }: ReadSettingsOptions = {},
): Promise<GivenSettings> {
  const real = realPathOrUndefined(root) ?? root;
  const { texts, notes } = await readSettingsTexts(root);
  const { file: user, notes: userNotes } = await readUserFile(real, folder);
  const isPlain = texts.config === null && texts.noface === null;
  const layer = isPlain ? EMPTY_LAYER : await settle(texts, { root: real, folder });
  const settings = user === undefined ? toSettings(layer) : await addUser(layer, user, real);
  return { ...settings, notes: [...userNotes, ...notes, ...settings.notes] };
}

/**
 * Returns what the texts of a repository give. `.dossier/config.yaml` goes before `.noface.toml`, and a list
 * that is given replaces the default one. What only the user may give is left out unless the user has granted it.
 * The parsers are loaded only for a text there is.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
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
): Promise<GivenSettings> {
  const { mergeLayers, layerUserFile } = await import("./layer_files.ts");
  return mergeLayers(repository, await layerUserFile(user, root));
}

/**
 * Returns what the project at `root` lets be seen, read anew and without an index.
 *
 * @throws {RetrievalError} As {@link readSettings}.
 */
export async function readVisibility(root: string): Promise<Visibility> {
  return await openVisibility((await readSettings(root)).rules, root);
}
