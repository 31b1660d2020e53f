/**
 * Hooks, rules and reminders of a project, for orchestrators that run agents themselves, and for
 * the texts of hosts' sessions. Nothing is run without permission of the caller.
 *
 * @module
 */

export { type HookPlaces, openHostHooks } from "./read_host_hooks.ts";
export {
  checkAction,
  checkActionRules,
  readActionRules,
  type RuleCheck,
  type RuleReport,
} from "./read_rules.ts";
export { type ReminderExit, remindOnce, type RemindOptions } from "./remind_once.ts";
export { runHooks, type RunHooksOptions } from "./run_hooks.ts";
