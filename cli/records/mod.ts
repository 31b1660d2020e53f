import type { OwnCommand } from "@dossier/retrieval/operation";

/** A row of the table of commands that are no question to an engine. */
interface CommandRow {
  readonly name: string;
  readonly load: () => Promise<OwnCommand>;
}

/** The commands that ask no operation, in the order of the help. To add one, write its record and its row. */
export const COMMAND_ROWS: readonly CommandRow[] = [
  { name: "compose", load: async () => (await import("./compose.ts")).COMMAND },
  { name: "profile", load: async () => (await import("./profile.ts")).COMMAND },
  { name: "manifest", load: async () => (await import("./manifest.ts")).COMMAND },
  { name: "trust", load: async () => (await import("./trust.ts")).COMMAND },
  { name: "knowledge", load: async () => (await import("./knowledge.ts")).COMMAND },
  { name: "instructions", load: async () => (await import("./instructions.ts")).COMMAND },
  { name: "truncate", load: async () => (await import("./truncate.ts")).COMMAND },
  { name: "compact", load: async () => (await import("./compact.ts")).COMMAND },
  { name: "session", load: async () => (await import("./session.ts")).COMMAND },
  { name: "hook", load: async () => (await import("./hook.ts")).COMMAND },
  { name: "watch", load: async () => (await import("./watch.ts")).COMMAND },
  { name: "log", load: async () => (await import("./log.ts")).COMMAND },
  { name: "metrics", load: async () => (await import("./metrics.ts")).COMMAND },
  { name: "serve", load: async () => (await import("./serve.ts")).COMMAND },
  { name: "mcp", load: async () => (await import("./mcp.ts")).COMMAND },
  { name: "install-host", load: async () => (await import("./install_host.ts")).COMMAND },
  { name: "init", load: async () => (await import("./init.ts")).COMMAND },
  { name: "config", load: async () => (await import("./config.ts")).COMMAND },
  { name: "doctor", load: async () => (await import("./doctor.ts")).COMMAND },
  { name: "compile", load: async () => (await import("./compile.ts")).COMMAND },
  { name: "completions", load: async () => (await import("./completions.ts")).COMMAND },
];
