/** Options of the hook's command that take something away, which `install-host` enters with the same names. */
export const HOOK_SWITCHES = ["no-search-notes", "quiet"] as const;

/** The name of one of them. */
export type HookSwitch = typeof HOOK_SWITCHES[number];
