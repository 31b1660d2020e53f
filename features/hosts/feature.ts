import type { Feature } from "@dossier/retrieval/feature";

/** The programs that run agents: the context that they get, and their transcripts. */
export const HOSTS_FEATURE: Feature = {
  name: "hosts",
  commands: {
    names: ["instructions", "truncate", "compact", "session", "hook", "install-host"],
    load: async () => (await import("./commands/mod.ts")).HOST_COMMANDS,
  },
  operations: [
    { name: "hook", load: async () => (await import("./operations/hook.ts")).HOOK_OPERATION },
  ],
  doorHandler: async () => (await import("./door/mod.ts")).openHookHandler(),
  transcripts: async () => (await import("./transcript/mod.ts")).readSessionTranscript,
  checks: async () => (await import("./checks/mod.ts")).HOST_CHECKS,
};
