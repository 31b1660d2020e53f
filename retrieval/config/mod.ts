/**
 * What a project says about how it wants to be answered. `read_settings.ts` reads the texts of its files,
 * `parse_files.ts` turns each into values with places, `apply_rules.ts` goes by the one
 * table of `setting_rules.ts`, and `resolve_settings.ts` gives what is in force.
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
export { type Retention, toRetention } from "./retention.ts";
export {
  readSettings,
  readVisibility,
  type ResolvedSettings,
  resolveSettings,
  type SettingsCache,
} from "./read_settings.ts";
export { readSettingsTexts } from "./read_texts.ts";
export { findDistrustReason, findUserFolder } from "./user_file.ts";
