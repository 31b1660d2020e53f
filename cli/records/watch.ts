import { JSON_OPTION, PLACE_OPTIONS, type StandaloneCommand } from "@dossier/retrieval/operation";

/** Command that keeps an index up to date. */
export const WATCH_COMMAND: StandaloneCommand = {
  name: "watch",
  summary: "Keeps the index up to date while files change, until Ctrl-C",
  permissions: "answer",
  options: [...PLACE_OPTIONS, JSON_OPTION],
  examples: ["deno task watch", "deno task watch --root ../other-repository --json"],
  load: async () => (await import("../commands/watch.ts")).runWatch,
};
