/**
 * What a project says about how it wants to be answered, and where it says it.
 *
 * @module
 */

export {
  CALL_ORIGIN,
  mergeTaskSettings,
  type ResolvedTaskSettings,
  resolveTaskSettings,
} from "../task/task_settings.ts";
export type { GivenTaskSettings } from "../resolve_settings.ts";
export { reportSettings, type SettingInForce, type SettingsReport } from "./report_settings.ts";
export { DEFAULT_ORIGIN } from "../settings.ts";
export { EXPECTED_AGE, parseAge } from "../retention.ts";
export { renderConfig, writeConfig, type WriteConfigOptions } from "./write_config.ts";
