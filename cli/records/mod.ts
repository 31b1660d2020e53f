import type { StandaloneCommand } from "@dossier/retrieval/operation";

/** Row of the table of commands that belong to no operation. */
interface CommandRow {
  readonly name: string;
  readonly load: () => Promise<StandaloneCommand>;
}

/**
 * Commands that belong to no operation, in the order of the help. To add one, write its record and
 * its row.
 */
export const COMMAND_ROWS: readonly CommandRow[] = [
  { name: "watch", load: async () => (await import("./watch.ts")).WATCH_COMMAND },
  { name: "log", load: async () => (await import("./log.ts")).LOG_COMMAND },
  { name: "metrics", load: async () => (await import("./metrics.ts")).METRICS_COMMAND },
  { name: "serve", load: async () => (await import("./serve.ts")).SERVE_COMMAND },
  { name: "warm", load: async () => (await import("./warm.ts")).WARM_COMMAND },
  { name: "mcp", load: async () => (await import("./mcp.ts")).MCP_COMMAND },
  { name: "init", load: async () => (await import("./init.ts")).INIT_COMMAND },
  { name: "config", load: async () => (await import("./config.ts")).CONFIG_COMMAND },
  { name: "doctor", load: async () => (await import("./doctor.ts")).DOCTOR_COMMAND },
  { name: "compile", load: async () => (await import("./compile.ts")).COMPILE_COMMAND },
  { name: "completions", load: async () => (await import("./completions.ts")).COMPLETIONS_COMMAND },
];
