/** What the server's log lines are filed under. */
export const LOG_CATEGORY: readonly [string, string] = ["dossier", "server"];
