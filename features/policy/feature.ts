import type { Feature } from "@dossier/retrieval/feature";
import type { SourceRow } from "@dossier/retrieval/sources";
import { POLICY_ERRORS } from "./core/policy_error.ts";
import type { RequestedProfile } from "./source/mod.ts";

/** The texts of a profile: its task, and the items of its chain and of hooks. */
const PROFILE_SOURCE: SourceRow<RequestedProfile> = {
  name: "profile",
  kinds: ["query", "issue"],
  order: 10,
  async prepare(request, services) {
    const { composeRequestedProfile } = await import("./source/requested_profile.ts");
    return await composeRequestedProfile(request, services);
  },
  load: async () => (await import("./source/profile_source.ts")).profileSource,
};

/** Policies: the texts and rules of the project, its user and the system for agents. */
export const POLICY_FEATURE: Feature = {
  name: "policy",
  errors: POLICY_ERRORS,
  sources: [PROFILE_SOURCE],
  commands: {
    names: ["compose", "profile"],
    load: async () => (await import("./commands/mod.ts")).POLICY_COMMANDS,
  },
  async sessionParts(moment, tools) {
    if (moment.moment !== "subagent") return undefined;
    const { listProfileParts } = await import("./profile_parts.ts");
    return await listProfileParts(moment.agentType, tools);
  },
  schemas: async () => (await import("./schema/mod.ts")).POLICY_SCHEMAS,
  operationParts: {
    context: async () => (await import("./operations/context_part.ts")).PROFILE_PART,
  },
  operations: [
    {
      name: "compose",
      load: async () => (await import("./operations/compose.ts")).COMPOSE_OPERATION,
    },
    {
      name: "profiles",
      load: async () => (await import("./operations/profiles.ts")).PROFILES_OPERATION,
    },
    {
      name: "profile",
      load: async () => (await import("./operations/profiles.ts")).PROFILE_OPERATION,
    },
  ],
};
