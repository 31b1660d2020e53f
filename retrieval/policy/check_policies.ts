import { PolicyError } from "@dossier/core/policy";
import { TOKEN_ESTIMATORS } from "@dossier/core/text";
import { composeProfile } from "./compose_profile.ts";
import type { Policies } from "./policies.ts";

/** Something that is wrong with a policy, or that people should know. */
export interface PolicyFinding {
  /** Whether it stands in the way of a profile. */
  readonly level: "error" | "warning";
  /** Id of the profile or item that it was found in; absent for what holds of all. */
  readonly id?: string;
  /** A sentence with place and mend. */
  readonly message: string;
}

/** What a check looked at, and what it found. */
export interface PolicyCheck {
  readonly profiles: number;
  readonly knowledge: number;
  readonly findings: readonly PolicyFinding[];
}

/**
 * Returns what is wrong with a profile, or with all profiles and knowledge there are: each is read and composed
 * as it would be for an agent, without inputs and tools.
 *
 * @param id Of the one that is checked. @default all
 */
export async function checkPolicies(policies: Policies, id?: string): Promise<PolicyCheck> {
  const ids = id === undefined ? policies.listProfiles().map((entry) => entry.id) : [id];
  const items = id === undefined ? policies.listKnowledge() : [];
  const findings: PolicyFinding[] = [];
  const attempt = async (one: string, look: () => Promise<void>) => {
    try {
      await look();
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      findings.push({ level: "error", id: one, message: error.message });
    }
  };
  const notes = new Set<string>();
  for (const profile of ids) {
    await attempt(profile, async () => {
      // Nobody looks at the tokens: the quickest estimate does.
      const estimator = TOKEN_ESTIMATORS.chars4;
      const request = { profile, isPartial: true, withoutTools: true, estimator };
      const { skipped, notes: said } = await composeProfile(request, policies);
      for (const note of said) notes.add(note);
      for (const { id: item, reason, detail } of skipped) {
        if (reason !== "not_found" && reason !== "failed") continue;
        const why = detail ?? "it is not found: write it, or take it out of the profile";
        findings.push({
          level: "warning",
          id: profile,
          message: `"${item}" is left out as ${why}`,
        });
      }
    });
  }
  for (const item of items) {
    await attempt(item, async () => void await policies.findKnowledge(item));
  }
  const said = [...new Set([...policies.notes, ...notes])];
  return {
    ...{ profiles: ids.length, knowledge: items.length },
    findings: [
      ...findings,
      ...said.map((message) => ({ level: "warning" as const, message })),
    ],
  };
}
