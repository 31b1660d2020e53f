/**
 * What a project says about how it wants to be answered: raw text, places, rules, resolved settings.
 *
 * @module
 */

export type {
  EmbedderSettings,
  HttpSettings,
  ModelPrecision,
  StaticSettings,
  TransformersSettings,
} from "./embedder_settings.ts";
export { type LogSettings, type Retention, toRetention } from "./log_setting_rules.ts";
export { parseSettings } from "./parse_settings.ts";
export { readConfigText } from "./read_config_text.ts";
export { readExclusions } from "./read_exclusions.ts";
export { readNofaceText } from "./read_noface_text.ts";
export { readSettings } from "./read_settings.ts";
export { type ResolvedSettings, resolveSettings } from "./resolve_settings.ts";
export { DEFAULT_SYMBOL_SOURCE, type SymbolSource } from "./symbol_source.ts";
