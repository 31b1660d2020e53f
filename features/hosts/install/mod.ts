/**
 * Installs the program in the configuration of hosts, and removes it. `host_setup.ts` has the parts
 * and files of each host; `plan_host.ts` plans their changes, and `replace_host_files.ts` writes
 * them. The formats edit texts in place, and `guide_text.ts` has the texts for agents.
 *
 * @module
 */

export { ENTRY_NAME, type HostEntry } from "./config_format.ts";
export type { EditOutcome } from "./edit_config.ts";
export { findHosts, findProgram, type FoundHost } from "./find_hosts.ts";
export { GUIDE_FORMAT } from "./guide_format.ts";
export { agentEntry, guideEntry, SEARCH_TOOLS } from "./guide_text.ts";
export {
  type EntryOptions,
  type EntryParts,
  findInNpmCache,
  HOOK_SWITCHES,
  type HookSwitch,
  PROGRAM_NAME,
} from "./host_entry.ts";
export {
  findHostSetup,
  HOST_PARTS,
  HOST_SETUPS,
  type HostFile,
  type HostSetup,
  listHostNames,
} from "./host_setup.ts";
export type { HostScope } from "../core/hosts/mod.ts";
export { type HostPlan, planHost } from "./plan_host.ts";
export { replaceHostFiles } from "./replace_host_files.ts";
