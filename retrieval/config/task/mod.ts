/**
 * Settings of the bundle of a task, with their origins.
 *
 * @module
 */

export { mergeTaskSettings } from "./task_settings.ts";
