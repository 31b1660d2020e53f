import type { StructureKind } from "@dossier/core";
import { type Command, option, type OptionSpec } from "./arguments/command.ts";
import { ESTIMATOR, JSON_OUTPUT, PLACE, REFRESH } from "./arguments/shared_options.ts";

/** What tells a command with a question about structure from the others. */
interface StructureWords extends Pick<Command, "operands" | "summary" | "examples"> {
  /** What only it takes. */
  readonly own?: readonly OptionSpec[];
  /** Tokens of its text by default. */
  readonly budget: number;
}

const DIFF = option(
  "--diff [REV]",
  "What the working tree has changed since REV (HEAD); main... is where the branch began",
);

/** Returns the option for how far calls are followed. */
function depthOption(most: number): OptionSpec {
  return option("--depth N", `Most calls from one definition to the other, up to 8 (${most})`);
}

const WORDS: Readonly<Record<StructureKind, StructureWords>> = {
  map: {
    operands: "[PATH]",
    summary: "A repository or folder by its most telling files and definitions",
    examples: ["deno task map", "deno task map --budget 500 src/net"],
    budget: 1000,
  },
  outline: {
    operands: "PATH…",
    summary: "What files define, with lines and signatures",
    examples: ["deno task outline src/queue.ts src/mail.ts"],
    budget: 4000,
  },
  callers: {
    operands: "SYMBOL",
    summary: "What calls or uses a definition: NAME, PATH#NAME or PATH:LINE",
    examples: ["deno task callers pauseAfter", "deno task callers src/retry.ts#pauseAfter"],
    own: [option("--all", "List uses of which only the name is known as well")],
    budget: 4000,
  },
  callees: {
    operands: "SYMBOL",
    summary: "What a definition calls",
    examples: ["deno task callees Queue.add"],
    budget: 4000,
  },
  tests: {
    operands: "[SYMBOL]",
    summary: "Which tests exercise a definition or a change, directly or not",
    examples: ["deno task tests pauseAfter", "deno task tests --diff main... --files"],
    own: [
      DIFF,
      depthOption(3),
      option("--files", "Print the files of all of these tests, one a line, and nothing else"),
    ],
    budget: 4000,
  },
  impact: {
    operands: "[SYMBOL…]",
    summary: "What depends on definitions or a change, and the tests that do",
    examples: ["deno task impact pauseAfter", "deno task impact --diff HEAD~3"],
    own: [DIFF, depthOption(3)],
    budget: 4000,
  },
  paths: {
    operands: "FROM TO",
    summary: "By which calls one definition leads to another",
    examples: ["deno task paths drainQueue pauseAfter"],
    own: [depthOption(8)],
    budget: 4000,
  },
  related: {
    operands: "PATH:LINE",
    summary: "What is like the definition at a line, or has changed with it",
    examples: ["deno task related src/queue.ts:12"],
    budget: 4000,
  },
};

/** The commands with questions about structure. */
export const STRUCTURE_COMMANDS: readonly Command[] = (Object.keys(WORDS) as StructureKind[])
  .map((name) => {
    const { budget, own = [], ...words } = WORDS[name];
    return {
      ...{ name, ...words },
      options: [
        ...own,
        option("-b, --budget TOKENS", `Most tokens to print (${budget})`),
        ESTIMATOR,
        ...PLACE,
        JSON_OUTPUT,
        ...REFRESH,
      ],
      load: async () => {
        const { runStructure } = await import("./commands/structure.ts");
        return (invocation) => runStructure(name, invocation);
      },
    };
  });
