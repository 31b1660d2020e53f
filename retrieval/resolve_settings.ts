import type { Note } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules, type Exclusions } from "@dossier/core/exclude";
import { CONFIG_PATH, readConfigText } from "./config/read_config_text.ts";
import type { EmbedderSettings } from "./embed/embedder_settings.ts";
import { DEFAULT_SYMBOL_SOURCE, type SymbolSource } from "./index/symbol_source.ts";
import { openExclusions } from "./scan/open_exclusions.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import type { Store } from "./store/open_store.ts";

/** The settings in force, and what there is to say about where they come from. */
export interface ResolvedSettings {
  /** What is left out, ready for deciding. */
  readonly exclusions: Exclusions;
  /** What definitions are found with. */
  readonly symbols: SymbolSource;
  /** What chunks and queries are embedded with; undefined stands for the default. */
  readonly embedder: EmbedderSettings | undefined;
  /** What is wrong with the configuration, a note each. */
  readonly notes: readonly Note[];
}

/** A configuration as parsed from `text`, kept so that a later process need not parse it again. */
interface ParsedConfig {
  readonly text: string;
  readonly rules: ExclusionRules;
  readonly symbols: SymbolSource;
  readonly embedder?: EmbedderSettings | undefined;
  readonly notes: readonly Note[];
}

/**
 * Returns the settings of the project's configuration, or the default ones where it has none.
 *
 * The parser and the schema take 40 ms to load, longer than an answer; what they made of a text is
 * kept in the index beside that text.
 *
 * @throws {RetrievalError} `invalid-config` when the configuration can not be parsed at all.
 */
export async function resolveSettings(store: Store, root: string): Promise<ResolvedSettings> {
  const text = readConfigText(root);
  if (text === undefined) {
    return {
      exclusions: await openExclusions(DEFAULT_EXCLUSIONS),
      symbols: DEFAULT_SYMBOL_SOURCE,
      embedder: undefined,
      notes: [],
    };
  }
  const { rules, symbols, embedder, notes } = findKept(store, text) ??
    await parseAndKeep(store, text);
  return { exclusions: await openExclusions(rules), symbols, embedder, notes };
}

/** Returns what an earlier process made of the same text. */
function findKept(store: Store, text: string): ParsedConfig | undefined {
  const kept = findMeta(store, "config");
  if (kept === undefined) return undefined;
  const config = JSON.parse(kept) as ParsedConfig;
  return config.text === text ? config : undefined;
}

async function parseAndKeep(store: Store, text: string): Promise<ParsedConfig> {
  const { parseConfig } = await import("./config/parse_config.ts");
  const { rules, symbols, embedder, issues } = parseConfig(text);
  const notes = issues.map(({ message, line, column }) => ({
    code: "config-issue",
    message: `${CONFIG_PATH}:${line}:${column}: ${message}`,
  }));
  const config: ParsedConfig = { text, rules, symbols, embedder, notes };
  writeMeta(store, "config", JSON.stringify(config));
  return config;
}
