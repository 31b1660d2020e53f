/**
 * What a project says about how it wants to be answered, and where it says it.
 *
 * @module
 */

export { EXPECTED_AGE, parseAge } from "../retention.ts";
export { type EffectiveSetting, reportSettings, type SettingsReport } from "./report_settings.ts";
export { writeConfig } from "./write_config.ts";
