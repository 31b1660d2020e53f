import type { StructureKind } from "@dossier/core";
import { type Command, option } from "./arguments/command.ts";
import { ESTIMATOR, JSON_OUTPUT, PLACE, REFRESH } from "./arguments/shared_options.ts";

/** What tells a command with a question about structure from the others. */
interface StructureWords extends Pick<Command, "operands" | "summary" | "examples"> {
  /** Tokens of its text by default. */
  readonly budget: number;
}

const WORDS: Readonly<Record<StructureKind, StructureWords>> = {
  map: {
    operands: "[PATH]",
    summary: "The repository, or a folder of it, by its most telling files and definitions",
    examples: ["deno task map", "deno task map --budget 500 src/net"],
    budget: 2000,
  },
  outline: {
    operands: "PATH…",
    summary: "What files define, with lines and signatures",
    examples: ["deno task outline src/queue.ts src/mail.ts"],
    budget: 4000,
  },
  callers: {
    operands: "SYMBOL",
    summary: "What calls or uses a definition: NAME, CONTAINER.NAME, PATH#NAME or PATH:LINE",
    examples: ["deno task callers pauseAfter", "deno task callers src/retry.ts#pauseAfter"],
    budget: 4000,
  },
  callees: {
    operands: "SYMBOL",
    summary: "What a definition calls",
    examples: ["deno task callees Queue.add"],
    budget: 4000,
  },
  tests: {
    operands: "SYMBOL",
    summary: "Which tests exercise a definition, itself or by what calls it",
    examples: ["deno task tests pauseAfter"],
    budget: 4000,
  },
  impact: {
    operands: "SYMBOL…",
    summary:
      "What depends on definitions, directly and through others, with the tests that reach them",
    examples: ["deno task impact pauseAfter", "deno task impact --diff"],
    budget: 4000,
  },
  paths: {
    operands: "FROM TO",
    summary: "By which calls one definition leads to another",
    examples: ["deno task paths drainQueue pauseAfter"],
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
    const { budget, ...words } = WORDS[name];
    return {
      ...{ name, ...words },
      options: [
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
