/** Problems with a tree and its index. */
export const TREE_PROBLEMS: readonly string[] = [
  ...["root-unknown", "invalid-config", "root-not-found", "root-moved", "root-refused"],
  ...["index-damaged", "index-busy", "index-unwritable", "package-missing"],
  ...["interrupted", "disk-full"],
];

/** Problems with the log of a tree. */
const STATE_PROBLEMS: readonly string[] = [
  ...["state-damaged", "state-newer", "state-busy", "state-unwritable"],
];

/** Problems with a record of the log. */
export const LOG_PROBLEMS: readonly string[] = [...TREE_PROBLEMS, ...STATE_PROBLEMS];

/** Problems with the policies of a tree. */
export const POLICY_PROBLEMS: readonly string[] = ["invalid-policy", "invalid-item-id"];

/** Problems with a profile. */
export const PROFILE_PROBLEMS: readonly string[] = [
  ...POLICY_PROBLEMS,
  ...["profile-not-found", "invalid-profile", "circular-profile", "tampered-item"],
  ...["invalid-hooks", "invalid-capability", "risk-not-acknowledged", "invalid-limits"],
];

/** Problems with what is composed of a profile. */
export const COMPOSITION_PROBLEMS: readonly string[] = [
  ...PROFILE_PROBLEMS,
  ...["invalid-inputs", "limit-exceeded", "nothing-permitted", "invalid-transcript"],
];

/** Problems with a question. */
export const QUERY_PROBLEMS: readonly string[] = ["invalid-query", "invalid-glob"];
