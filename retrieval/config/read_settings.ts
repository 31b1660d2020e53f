import type { Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { readPlainTextAsync, RetrievalError } from "../machine/mod.ts";
import { openVisibility } from "../tree/mod.ts";
import { DEFAULT_SETTINGS, type FileSettings, type GivenSettings } from "./settings.ts";

/** Where a project's configuration is, relative to its root. */
export const CONFIG_PATH = ".dossier/config.yaml";

/** Where noface keeps a project's settings, relative to its root. */
export const NOFACE_PATH = ".noface.toml";

/** Beyond this many bytes a file is not one that somebody wrote settings into. */
const MAX_NOFACE_BYTES = 1024 * 1024;

/** The texts of `.dossier/config.yaml` and `.noface.toml`; null where there is no such file. */
export interface SettingsTexts {
  readonly config: string | null;
  readonly noface: string | null;
}

/**
 * Returns the texts of a project's settings, and a note on a `.noface.toml` that can not be read: it is
 * another program's file, and passed over.
 *
 * @param root Absolute path of the tree.
 * @throws {RetrievalError} `invalid-config` when there is a `.dossier/config.yaml` that can not be read.
 */
export async function readSettingsTexts(
  root: string,
): Promise<{ readonly texts: SettingsTexts; readonly notes: readonly Note[] }> {
  const nofacePath = `${root}/${NOFACE_PATH}`;
  // A link that leads nowhere counts as none.
  const noface = exists(nofacePath)
    ? await readPlainTextAsync(nofacePath, { below: root, maxBytes: MAX_NOFACE_BYTES })
    : undefined;
  const config = await readPlainTextAsync(`${root}/${CONFIG_PATH}`, { below: root });
  if (config.kind === "refused" && config.reason !== "missing") {
    throw new RetrievalError(
      "invalid-config",
      `Cannot read "${CONFIG_PATH}" as ${config.message}`,
      { cause: config.cause },
    );
  }
  const refusal = noface?.kind === "refused" && noface.reason !== "missing" ? noface : undefined;
  return {
    texts: {
      config: config.kind === "text" ? config.text : null,
      noface: noface?.kind === "text" ? noface.text : null,
    },
    notes: refusal === undefined ? [] : [{
      code: "config-issue",
      message: `"${NOFACE_PATH}" is passed over as ${refusal.message}`,
    }],
  };
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

/**
 * Returns the settings that the texts give. `.dossier/config.yaml` goes before `.noface.toml`, and a
 * list that is given replaces the default one. The parsers are loaded only for a text there is.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
export async function parseSettings({ config, noface }: SettingsTexts): Promise<GivenSettings> {
  if (noface === null && config === null) return DEFAULT_SETTINGS;
  const { readConfig, readNoface } = await import("./apply_rules.ts");
  let settings = DEFAULT_SETTINGS;
  if (noface !== null) {
    const { placeToml } = await import("./place_toml.ts");
    settings = addFile(settings, readNoface(placeToml(noface)), NOFACE_PATH);
  }
  if (config !== null) {
    const { placeYaml } = await import("./place_yaml.ts");
    settings = addFile(settings, readConfig(await placeYaml(config, CONFIG_PATH)), CONFIG_PATH);
  }
  return settings;
}

/** Returns settings with those that one more file gives, which go before them. */
function addFile(
  { rules, symbols, embedder, log, task, origins, notes }: GivenSettings,
  file: FileSettings,
  path: string,
): GivenSettings {
  const places = Object.entries(file.lines).map(([name, line]) => [name, `${path}:${line}`]);
  return {
    rules: { ...rules, ...file.exclude },
    symbols: file.symbols ?? symbols,
    embedder: file.embedder ?? embedder,
    log: { ...log, ...file.log },
    task: { ...task, ...file.task },
    origins: { ...origins, ...Object.fromEntries(places) },
    notes: [
      ...notes,
      ...file.issues.map(({ message, line, column }) => ({
        code: "config-issue",
        message: `${path}:${line}:${column}: ${message}`,
      })),
    ],
  };
}

/**
 * Returns the settings that the project at `root` gives, read and parsed anew.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
export async function readSettings(root: string): Promise<GivenSettings> {
  const { texts, notes } = await readSettingsTexts(root);
  const settings = await parseSettings(texts);
  return { ...settings, notes: [...notes, ...settings.notes] };
}

/**
 * Returns what the project at `root` lets be seen, read anew and without an index.
 *
 * @throws {RetrievalError} As {@link readSettings}.
 */
export async function readVisibility(root: string): Promise<Visibility> {
  return await openVisibility((await readSettings(root)).rules);
}
