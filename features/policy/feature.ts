import type { Feature } from "@dossier/retrieval/feature";
import type { SourceRow } from "@dossier/retrieval/sources";
import type { ProfileBrief } from "./source/mod.ts";

/** What a profile asks of the agent, and what its chain and the hooks tell it. */
const PROFILE_SOURCE: SourceRow<ProfileBrief> = {
  name: "profile",
  kinds: ["query", "issue"],
  order: 10,
  async prepare(request, services) {
    const { askProfile } = await import("./source/ask_profile.ts");
    return await askProfile(request, services);
  },
  load: async () => (await import("./source/profile_source.ts")).profileSource,
};

/** Policies: what the project, its user and the system say to agents. */
export const POLICY_FEATURE: Feature = {
  name: "policy",
  sources: [PROFILE_SOURCE],
  commands: {
    names: ["compose", "profile"],
    load: async () => (await import("./commands/mod.ts")).POLICY_COMMANDS,
  },
  parts: { context: async () => (await import("./operations/context_part.ts")).CONTEXT_PART },
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
