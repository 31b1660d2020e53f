/** Codes of problems with a tree and its index. */
export const TREE_PROBLEMS: readonly string[] = [
  ...["root-unknown", "invalid-config", "root-not-found", "root-moved", "root-refused"],
  ...["index-damaged", "index-busy", "index-unwritable", "package-missing"],
  ...["index-unreachable", "index-refused"],
  ...["interrupted", "disk-full"],
];

/** Codes of problems with the log of a tree. */
const STATE_PROBLEMS: readonly string[] = [
  ...["state-damaged", "state-newer", "state-busy", "state-unwritable"],
];

/** Codes of problems with a record of the log. */
export const LOG_PROBLEMS: readonly string[] = [...TREE_PROBLEMS, ...STATE_PROBLEMS];

/** Codes of problems with a question. */
export const QUERY_PROBLEMS: readonly string[] = ["invalid-query", "invalid-glob"];
