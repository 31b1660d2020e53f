/**
 * Hooks, rules and reminders of a project, for orchestrators that run agents themselves, and for what dossier tells
 * the sessions of hosts. Nothing is run that the caller does not permit.
 *
 * @module
 */

export { checkAction, readActionRules, type RuleCheck, type RuleReport } from "./read_rules.ts";
