/**
 * What a task's bundle is made of, decided before anything is packed.
 *
 * @module
 */

export { DEFAULT_TASK_SETTINGS, type RequestMode, type TaskSettings } from "./task_settings.ts";
