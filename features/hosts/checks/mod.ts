/**
 * Checks of the hosts that dossier is installed in, of the last run of their hooks, and of the
 * project's rules for agents.
 *
 * @module
 */

import type { TreeCheck } from "@dossier/retrieval/health";
import { checkActionRules } from "../host_hook/mod.ts";
import { HOOKS_CHECK } from "./check_hooks.ts";
import { HOSTS_CHECK } from "./check_hosts.ts";

/** Checks the project's rules for agents. A project without rules has no finding. */
const RULES_CHECK: TreeCheck = {
  name: "rules",
  async run({ root }) {
    const { rules, problems } = await checkActionRules(root);
    if (problems.length > 0) return problems.map((message) => ({ level: "warning", message }));
    const count = rules.length === 1 ? "1 rule is" : `${rules.length} rules are`;
    return rules.length === 0
      ? []
      : [{ level: "ok", message: `${count} checked for actions of agents` }];
  },
};

/** The checks of hosts, in the order of their findings. */
export const HOST_CHECKS: readonly TreeCheck[] = [RULES_CHECK, HOSTS_CHECK, HOOKS_CHECK];
