/**
 * Reports the effective settings of a project with their origins, and writes a configuration.
 *
 * @module
 */

export { EXPECTED_AGE, parseAge } from "../retention.ts";
export { type EffectiveSetting, reportSettings, type SettingsReport } from "./report_settings.ts";
export { writeConfig } from "./write_config.ts";
