import { openEngine } from "../../../mod.ts";
import { cliArguments } from "../cli_arguments.ts";
import { type BenchEngine, RESULT_LIMIT } from "../engine.ts";

/** The product. It gets the user's words, while the others get prepared terms. */
export const engine: BenchEngine = {
  title: "dossier",
  async build({ root }, state) {
    using engine = await openEngine({ root, state });
    await engine.index();
  },
  async open(state, root) {
    const engine = await openEngine({ root, state });
    return {
      async search({ text }, limit) {
        const found = await engine.search(text, { refresh: false, limit, by: "file" });
        return found.results.length;
      },
    };
  },
  coldArguments({ root }, state, { text }) {
    const options = [
      "--root",
      root,
      "--state",
      state,
      "--no-refresh",
      "--limit",
      `${RESULT_LIMIT}`,
    ];
    return cliArguments("search", ...options, "--", text);
  },
};
