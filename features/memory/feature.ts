import { isContextError } from "@dossier/core/errors";
import type { Feature } from "@dossier/retrieval/feature";
import { MEMORY_ERRORS } from "./core/memory_error.ts";
import type { SourceRow } from "@dossier/retrieval/sources";
import type { MemoryBrief } from "./source/memory_brief.ts";
import type { MissingMemory } from "./source/memory_source.ts";
import { findContributingProject } from "./has_memory.ts";
import { MEMORY_TABLES } from "./memory_tables.ts";

/** The observations of earlier sessions that are relevant to a request. */
const MEMORY_SOURCE: SourceRow<MemoryBrief | MissingMemory> = {
  name: "memory",
  kinds: ["query", "issue"],
  order: 600,
  decidingOptions: ["memory"],
  async prepare(request, services) {
    const { memory }: { readonly memory?: boolean } = request.options;
    if (memory === false) return undefined;
    try {
      const named = await findContributingProject(services, { isAsked: memory === true });
      if (named === undefined) return undefined;
      const { openMemoryBrief } = await import("./source/memory_brief.ts");
      return await openMemoryBrief(request, services, named);
    } catch (error) {
      // An answer matters more than its memory.
      if (!isContextError(error)) throw error;
      return { problem: error.message };
    }
  },
  load: async () => (await import("./source/memory_source.ts")).memorySource,
};

/** Observations of earlier sessions, used while they hold, and demoted when they do not help. */
export const MEMORY_FEATURE: Feature = {
  ...MEMORY_TABLES,
  errors: MEMORY_ERRORS,
  sources: [MEMORY_SOURCE],
  operationParts: {
    context: async () => (await import("./operations/context_part.ts")).MEMORY_PART,
  },
  deliveries: {
    memory: async () => (await import("./source/delivery_handler.ts")).memoryDeliveryHandler,
  },
  commands: {
    names: ["memory", "observe", "attach"],
    load: async () => (await import("./commands/mod.ts")).MEMORY_COMMANDS,
  },
  async turnParts(turn, tools) {
    const { mayNeedMemory } = await import("./session_needs.ts");
    if (!await mayNeedMemory(turn, tools)) return [];
    const { listSessionTexts } = await import("./session_texts.ts");
    return await listSessionTexts(turn, tools);
  },
  schemas: async () => (await import("./schema/mod.ts")).MEMORY_SCHEMAS,
  pages: [{
    path: "/memory",
    name: "Memory",
    load: async () => (await import("./operations/memory_page.ts")).MEMORY_PAGE,
  }],
  operations: [
    {
      name: "remember",
      commands: ["remember"],
      load: async () => (await import("./operations/observations.ts")).REMEMBER_OPERATION,
    },
    {
      name: "recall",
      commands: ["recall"],
      load: async () => (await import("./operations/observations.ts")).RECALL_OPERATION,
    },
    {
      name: "forget",
      commands: ["forget"],
      load: async () => (await import("./operations/observations.ts")).FORGET_OPERATION,
    },
    {
      name: "memories",
      load: async () => (await import("./operations/memories.ts")).MEMORIES_OPERATION,
    },
    {
      // Its path has the form of an observation's, so that it comes first.
      name: "memory-report",
      load: async () => (await import("./operations/report.ts")).REPORT_OPERATION,
    },
    {
      name: "memory-graph",
      load: async () => (await import("./operations/report.ts")).GRAPH_OPERATION,
    },
    {
      name: "observation",
      load: async () => (await import("./operations/memories.ts")).OBSERVATION_OPERATION,
    },
    {
      name: "review",
      load: async () => (await import("./operations/memories.ts")).REVIEW_OPERATION,
    },
    {
      name: "outcome",
      commands: ["outcome"],
      load: async () => (await import("./operations/outcome.ts")).OUTCOME_OPERATION,
    },
    {
      name: "claim",
      load: async () => (await import("./operations/claim.ts")).CLAIM_OPERATION,
    },
    {
      name: "inject",
      commands: ["inject"],
      load: async () => (await import("./operations/injects.ts")).INJECT_OPERATION,
    },
    {
      name: "refresh",
      load: async () => (await import("./operations/injects.ts")).REFRESH_OPERATION,
    },
  ],
};
