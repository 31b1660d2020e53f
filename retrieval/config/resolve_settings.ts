import type { Visibility } from "@dossier/core/exclude";
import { openVisibility } from "../tree/mod.ts";
import { readRepositoryLayer, readSettings, type ReadSettingsOptions } from "./read_settings.ts";
import type { GivenSettings, SettingsLayer, SettingsTexts } from "./settings.ts";

/** The settings in force: their rules are made ready for deciding what may be indexed and shown. */
export interface ResolvedSettings extends Omit<GivenSettings, "rules"> {
  readonly visibility: Visibility;
}

/** Keeps one text, the last that was written, from process to process. */
export interface SettingsMemory {
  find(): string | undefined;
  write(text: string): void;
}

/**
 * What a repository's texts say that a repository may say, kept so that a later process need not parse them again. The
 * memory is in the tree, and may have been cloned with it: nothing is taken from it that only the user may give.
 */
interface KeptLayer extends Pick<SettingsLayer, "task" | "log" | "origins" | "notes"> {
  readonly form: typeof KEPT_FORM;
  readonly rules: SettingsLayer["exclude"];
  readonly texts: SettingsTexts;
}

/** Earlier versions kept something else under the same name. */
const KEPT_FORM = 3;

/**
 * Returns the settings of the user, and of the project's `.dossier/config.yaml` and `.noface.toml`, or the default
 * ones where there is none of them.
 *
 * The parsers take longer to load than an answer takes; what they made of the project's texts is kept beside those
 * texts.
 *
 * @throws {RetrievalError} `invalid-config` when the configuration can not be parsed at all.
 */
export async function resolveSettings(
  memory: SettingsMemory,
  root: string,
  { folder }: Pick<ReadSettingsOptions, "folder"> = {},
): Promise<ResolvedSettings> {
  const { rules, ...settings } = await readSettings(root, {
    folder,
    async settle(texts, place) {
      const kept = findKept(memory, texts);
      if (kept !== undefined) return kept;
      const layer = await readRepositoryLayer(texts, place);
      keep(memory, texts, layer);
      return layer;
    },
  });
  return { ...settings, visibility: await openVisibility(rules, root) };
}

/** Keeps a layer, unless it has values that may be the user's to give, or lacks some. */
function keep(
  memory: SettingsMemory,
  texts: SettingsTexts,
  { exclude, embedder, names, task, log, origins, notes }: SettingsLayer,
): void {
  const isOrdinary = embedder === undefined && Object.keys(names).length === 0 &&
    notes.every(({ code }) => code !== "not-granted");
  if (!isOrdinary) return;
  const kept: KeptLayer = { form: KEPT_FORM, rules: exclude, task, log, origins, notes, texts };
  memory.write(JSON.stringify(kept));
}

/** Returns what an earlier process made of the same texts. */
function findKept(memory: SettingsMemory, texts: SettingsTexts): SettingsLayer | undefined {
  const found = memory.find();
  if (found === undefined) return undefined;
  const { form, texts: parsed, rules, task, log, origins, notes } = JSON.parse(
    found,
  ) as KeptLayer;
  const isSame = parsed?.config === texts.config && parsed.noface === texts.noface;
  if (form !== KEPT_FORM || !isSame) return undefined;
  const { user: _, ...exclude } = rules as typeof rules & { readonly user?: unknown };
  return { exclude, names: {}, task, log, origins, notes };
}
