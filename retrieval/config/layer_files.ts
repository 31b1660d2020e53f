import type { Note } from "@dossier/core";
import { textHash } from "../machine/mod.ts";
import { type ParsedSettings, parseRepositoryFiles, parseUserFile } from "./parse_files.ts";
import { readSettingsTexts } from "./read_texts.ts";
import { type SettingRow, USER_ONLY_ROWS } from "./setting_rules.ts";
import {
  EMPTY_LAYER,
  type FileSettings,
  type MergedSettings,
  type SettingsLayer,
  type SettingValues,
  toSettings,
} from "./settings.ts";
import {
  type DecidedGrantRequest,
  formatUngranted,
  type GrantRequest,
  type Trust,
} from "./trust.ts";
import type { UserFile } from "./user_file.ts";

/** Valid settings of the files of a repository, and the requests that only the user may grant. */
interface LayeredFiles {
  readonly layer: SettingsLayer;
  readonly requests: readonly DecidedGrantRequest[];
}

/** Options of {@link layerRepositoryFiles}. */
interface LayerOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  /**
   * Opens the grants of the user; called only when a file has a value that only the user may set.
   */
  readonly openTrust: () => Promise<Trust>;
}

/**
 * Returns the combined settings of the files of a repository, without those that only the user may
 * set and has not granted.
 */
export async function layerRepositoryFiles(
  files: readonly ParsedSettings[],
  { root, openTrust }: LayerOptions,
): Promise<LayeredFiles> {
  let layer = EMPTY_LAYER;
  const requests: DecidedGrantRequest[] = [];
  for (const { path, text, file } of files) {
    let values: FileSettings = file;
    const notes: Note[] = [];
    for (const [row, target] of listUserOnlyValues(file, root)) {
      const { name } = row;
      const hash = await textHash(text);
      const place = { line: file.lines[name] ?? 1, column: file.columns[name] ?? 1 };
      const request: GrantRequest = { file: path, ...place, hash, name, target };
      const trust = await openTrust();
      const isGranted = trust.grants(request);
      requests.push({ ...request, isGranted });
      if (isGranted) continue;
      values = dropValue(values, row);
      notes.push({ code: "not-granted", message: formatUngranted(request) });
    }
    layer = overlayLayers(layer, toLayer(values, path, notes));
  }
  return { layer, requests };
}

/**
 * Returns the settings in the configurations of the repository at `root` that only the user may
 * set, and whether the user has granted them.
 *
 * @param root Real absolute path.
 */
export async function listSettingRequests(
  root: string,
  trust: Trust,
): Promise<readonly DecidedGrantRequest[]> {
  const { texts } = await readSettingsTexts(root);
  const files = await parseRepositoryFiles(texts);
  return (await layerRepositoryFiles(files, { root, openTrust: () => Promise.resolve(trust) }))
    .requests;
}

/**
 * Returns the settings of the configuration of the user. If the file may belong to another user,
 * only settings that a repository may set are applied.
 */
export async function layerUserFile(user: UserFile, root: string): Promise<SettingsLayer> {
  const file = await parseUserFile(user);
  const { path, distrustReason } = user;
  if (distrustReason === undefined) return toLayer(file, path);
  let values: FileSettings = file;
  for (const [row] of listUserOnlyValues(file, root)) values = dropValue(values, row);
  const message =
    `"${path}" grants nothing, and its settings for users only are ignored, as ${distrustReason}`;
  return toLayer(values, path, [{ code: "config-issue", message }]);
}

/** Lists of exclusions, in which the entries of the user are added to those of a repository. */
const ADDED_LISTS = ["dirs", "extensions", "files"] as const;

/**
 * Returns the effective settings. A setting that a repository may set is taken from the repository
 * first; one that only the user may set is taken from the user first. Exclusions of the user always
 * apply.
 */
export function mergeLayers(repository: SettingsLayer, user: SettingsLayer): MergedSettings {
  const { dirs = [], extensions = [], files = [], include = [], maxFileBytes } = user.exclude;
  const origins = Object.entries(user.origins);
  const isAdded = (name: string) => ADDED_LISTS.some((list) => name === `exclude.${list}`);
  const below: SettingsLayer = {
    ...user,
    exclude: {
      ...(user.exclude.include === undefined ? {} : { include }),
      ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    },
    origins: Object.fromEntries(origins.filter(([name]) => !isAdded(name))),
  };
  const own = USER_ONLY_ROWS.reduce((into, row) => copyValue(into, user, row), EMPTY_LAYER);
  const merged = overlayLayers(overlayLayers(below, repository), own);
  const { rules, ...settings } = toSettings(
    maxFileBytes !== undefined && maxFileBytes < (merged.exclude.maxFileBytes ?? 0)
      ? copyValue(merged, user, {
        name: "exclude.max_file_bytes",
        path: ["exclude", "maxFileBytes"],
      })
      : merged,
  );
  const isAdding = dirs.length + extensions.length + files.length > 0;
  return {
    ...settings,
    rules: { ...rules, ...(isAdding ? { user: { dirs, extensions, files, include } } : {}) },
    userOrigins: Object.fromEntries(origins.filter(([name]) => isAdded(name))),
  };
}

/**
 * Returns the settings of a file with values that only the user may set, with the restricted
 * targets.
 */
function listUserOnlyValues(
  file: FileSettings,
  root: string,
): readonly (readonly [SettingRow, string])[] {
  return USER_ONLY_ROWS.flatMap((row) => {
    const value = findValue(file, row);
    const reach = value === undefined
      ? undefined
      : row.permission.findRestrictedTarget(value, root);
    return reach === undefined ? [] : [[row, reach] as const];
  });
}

function toLayer(
  { lines, columns: _columns, issues, grants: _grants, ...values }: FileSettings,
  path: string,
  notes: readonly Note[] = [],
): SettingsLayer {
  return {
    ...values,
    origins: Object.fromEntries(
      Object.entries(lines).map(([name, line]) => [name, `${path}:${line}`]),
    ),
    notes: [
      ...issues.map(({ message, line, column }) => ({
        code: "config-issue",
        message: `${path}:${line}:${column}: ${message}`,
      })),
      ...notes,
    ],
  };
}

/** Returns a layer with the settings of another layer, which take precedence. */
function overlayLayers(below: SettingsLayer, above: SettingsLayer): SettingsLayer {
  return {
    exclude: { ...below.exclude, ...above.exclude },
    embedder: above.embedder ?? below.embedder,
    warm: above.warm ?? below.warm,
    index: { ...below.index, ...above.index },
    names: { ...below.names, ...above.names },
    task: { ...below.task, ...above.task },
    log: { ...below.log, ...above.log },
    origins: { ...below.origins, ...above.origins },
    notes: [...below.notes, ...above.notes],
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Location of a setting. */
type SettingKey = Pick<SettingRow, "name" | "path">;

function findValue(values: SettingValues, { path: [first, second] }: SettingKey): unknown {
  const found = (values as unknown as Values)[first];
  return second === undefined ? found : (found as Values | undefined)?.[second];
}

function dropValue(
  values: FileSettings,
  { name, path: [first, second] }: SettingKey,
): FileSettings {
  const { [name]: _, ...lines } = values.lines;
  const { [second ?? ""]: _dropped, ...rest } = (values as unknown as Values)[first] as Values;
  return { ...values, lines, [first]: second === undefined ? undefined : rest };
}

/** Returns a layer with the value of a setting copied from another one, if it has one. */
function copyValue(into: SettingsLayer, from: SettingsLayer, place: SettingKey): SettingsLayer {
  const value = findValue(from, place);
  if (value === undefined) return into;
  const { name, path: [first, second] } = place;
  const group = (into as unknown as Values)[first] as Values | undefined;
  return {
    ...into,
    [first]: second === undefined ? value : { ...group, [second]: value },
    origins: { ...into.origins, [name]: from.origins[name] ?? "" },
  };
}
