/**
 * Looks at what hosts are told of dossier, at what their hooks did last, and at the rules of the project for what agents
 * do.
 *
 * @module
 */

import type { TreeCheck } from "@dossier/retrieval/health";
import { checkActionRules } from "../host_hook/mod.ts";
import { HOOKS_CHECK } from "./check_hooks.ts";
import { HOSTS_CHECK } from "./check_hosts.ts";

/** Whether the rules of the project for what agents do can be asked. A project without any is told nothing. */
const RULES_CHECK: TreeCheck = {
  name: "rules",
  async run({ root }) {
    const { rules, problems } = await checkActionRules(root);
    if (problems.length > 0) return problems.map((message) => ({ level: "warning", message }));
    const count = rules.length === 1 ? "1 rule is" : `${rules.length} rules are`;
    return rules.length === 0
      ? []
      : [{ level: "ok", message: `${count} asked what agents may do` }];
  },
};

/** All of them, in the order in which their findings are listed. */
export const HOST_CHECKS: readonly TreeCheck[] = [RULES_CHECK, HOSTS_CHECK, HOOKS_CHECK];
