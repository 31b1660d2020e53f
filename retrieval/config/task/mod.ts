/**
 * Settings of the bundle of a task, and where each comes from.
 *
 * @module
 */

export { mergeTaskSettings } from "./task_settings.ts";
