/**
 * Settings of a project. `read_texts.ts` reads the texts of its files, `parse_files.ts` parses them
 * into values with locations, `apply_rules.ts` checks them by the table in `setting_rules.ts`,
 * `layer_files.ts` merges them, and `read_settings.ts` returns the effective settings.
 *
 * @module
 */

export {
  CONFIG_PATH,
  DEFAULT_ORIGIN,
  type EmbedderSettings,
  type GrantOption,
  type IndexSettings,
  type LogSettings,
  type ModelPrecision,
  NOFACE_PATH,
  type StaticSettings,
  type TransformersSettings,
} from "./settings.ts";
export type { DecidedGrantRequest, GrantRequest, Trust } from "./trust.ts";
export { EXPECTED_AGE, parseAge, type Retention, toRetention } from "./retention.ts";
export {
  readSettings,
  readVisibility,
  type ResolvedSettings,
  resolveSettings,
  type SettingsCache,
} from "./read_settings.ts";
export { readSettingsTexts } from "./read_texts.ts";
export { findDistrustReason, findUserFolder } from "./user_file.ts";
