import type { Engine } from "@dossier/retrieval/engine";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import { findMemory, formatSecondMemoryNote } from "../open_memory.ts";
import type { Verb } from "./verb.ts";

const FILES = async () => await import("./move_memory.ts");
const LISTS = async () => await import("./list_memory.ts");
const REVIEWS = async () => await import("./review_memory.ts");
const SETTINGS = async () => await import("./set_memory.ts");
const UPKEEP = async () => await import("./maintain_memory.ts");

/** The subcommands of `memory`. */
const MEMORY_VERBS: Readonly<Record<string, Verb>> = {
  list: {
    operands: "",
    words: [0, 0],
    options: ["status", "limit", "before"],
    load: async () => (await LISTS()).listMemory,
  },
  show: {
    operands: "ID",
    words: [1, 1],
    options: [],
    load: async () => (await LISTS()).showMemory,
  },
  review: {
    operands: "[ID accept | ID refuse]",
    words: [0, 2],
    options: ["limit", "before", "accept-all", "refuse-all", "yes"],
    load: async () => (await REVIEWS()).reviewMemory,
  },
  verify: {
    operands: "ID… | --all-drifted",
    words: [0, Infinity],
    options: ["all-drifted"],
    load: async () => (await REVIEWS()).verifyMemory,
  },
  export: {
    operands: "[FILE]",
    words: [0, 1],
    options: ["all"],
    load: async () => (await FILES()).exportToFile,
  },
  import: {
    operands: "FILE",
    words: [1, 1],
    options: ["trust"],
    load: async () => (await FILES()).importFromFile,
  },
  settings: {
    operands: "[NAME VALUE]",
    words: [0, 2],
    options: [],
    load: async () => (await SETTINGS()).setMemory,
  },
  grant: {
    operands: "PROJECT",
    words: [1, 1],
    options: [],
    load: async () => (await SETTINGS()).grantProject,
  },
  revoke: {
    operands: "PROJECT",
    words: [1, 1],
    options: [],
    load: async () => (await SETTINGS()).revokeProject,
  },
  projects: {
    operands: "",
    words: [0, 0],
    options: [],
    load: async () => (await SETTINGS()).listKnownProjects,
  },
  report: {
    operands: "",
    words: [0, 0],
    options: ["svg", "force"],
    load: async () => (await UPKEEP()).printMemoryReport,
  },
  prune: {
    operands: "",
    words: [0, 0],
    options: ["dry-run"],
    load: async () => (await UPKEEP()).pruneMemory,
  },
  audit: {
    operands: "",
    words: [0, 0],
    options: [],
    load: async () => (await UPKEEP()).auditMemory,
  },
};

/** Options of any subcommand. */
const OPTIONS = new Set(Object.values(MEMORY_VERBS).flatMap(({ options }) => options));

/**
 * Lists, shows, reviews, moves and maintains the memory of a project.
 *
 * @throws {UsageError} For an unknown subcommand, and options that do not apply to it.
 */
export async function runMemory(
  caller: CommandCaller,
  context: CommandContext<Engine>,
): Promise<CommandResult> {
  const { words: [name = "list", ...words], has } = caller;
  const verb = Object.hasOwn(MEMORY_VERBS, name) ? MEMORY_VERBS[name] : undefined;
  if (verb === undefined) {
    const known = Object.keys(MEMORY_VERBS).join(", ");
    throw new UsageError(`Cannot use "memory ${name}": use one of ${known}`);
  }
  const [least, most] = verb.words;
  if (words.length < least || words.length > most) {
    throw new UsageError(
      `Cannot use "${["memory", ...caller.words].join(" ")}": write ${
        ["memory", name, verb.operands].filter(Boolean).join(" ")
      }`,
    );
  }
  const unused = [...OPTIONS].find((option) => has(option) && !verb.options.includes(option));
  if (unused !== undefined) throw new UsageError(`Cannot use --${unused} with "memory ${name}"`);
  const run = await verb.load();
  using engine = await context.openEngine();
  const place = await findMemory(engine);
  const note = place && await formatSecondMemoryNote(engine.root, place);
  if (note !== undefined) context.report(note);
  return await run({ engine, words, caller, context });
}
