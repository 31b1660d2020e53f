import type { Structure, StructureKind } from "@dossier/core";
import { escapeControls } from "@dossier/core/escape";
import type { Engine } from "../engine.ts";
import {
  booleanField,
  choiceField,
  type CommandBinding,
  type CommandCaller,
  integerField,
  JSON_TYPE,
  listField,
  MAX_SENT_TOKENS,
  type Operation,
  option,
  type OptionSpec,
  type RequestOf,
  required,
  textField,
  type ToolAnswer,
  type ToolCall,
  withFacts,
  withFlag,
} from "../operation/mod.ts";
import { TREE_PROBLEMS } from "./problems.ts";
import {
  BUDGET_FIELD,
  ESTIMATOR_FIELD,
  FILE_PATH_FIELD,
  REFRESH_FIELDS,
  ROOT_FIELD,
  toFreshness,
} from "./shared_fields.ts";

/** Maximum number of targets of a question; the engine may allow fewer. */
const MAX_TARGETS = 100;

/** Maximum number of characters of a git revision. */
const MAX_REVISION_LENGTH = 256;

const KINDS: readonly StructureKind[] = [
  ...["map", "outline", "callers", "callees", "tests", "impact", "paths", "related"] as const,
];

const TARGETS = withFacts(
  listField(
    "For a map a folder or none; otherwise files, one or several symbols, from and to, or one path:line",
    withFacts(FILE_PATH_FIELD, { extraSchema: { pattern: "\\S" } }),
    { max: MAX_TARGETS },
  ),
  { operands: { what: "the targets" } },
);

const DEPTH = integerField("For tests, impact and paths: maximum number of calls between", {
  min: 1,
  max: 8,
});

const FIELDS = {
  root: ROOT_FIELD,
  kind: required(choiceField("Kind of the question", KINDS)),
  targets: TARGETS,
  diff: withFlag(
    textField("For tests and impact, instead of targets: a git revision; empty for HEAD", {
      max: MAX_REVISION_LENGTH,
    }),
    "--diff [REV]",
    "Changes of the working tree since REV (HEAD); main... is the start of the branch",
  ),
  depth: DEPTH,
  all: withFlag(
    booleanField("For callers: also uses that only have the same name"),
    "--all",
    "Also list uses that only have the same name",
  ),
  budget: BUDGET_FIELD,
  estimator: ESTIMATOR_FIELD,
  ...REFRESH_FIELDS,
};

/** Request of `structure`. */
export type StructureRequest = RequestOf<typeof FIELDS>;

/**
 * Schemas of the questions of each kind, for the API document. Requests are checked by the engine,
 * whose messages contain examples.
 */
const FIELDS_BY_KIND = {
  oneOf: [
    schemaOfKinds(["map"], { targets: { maxItems: 1 } }),
    schemaOfKinds(["outline"], { targets: { minItems: 1 } }, ["targets"]),
    schemaOfKinds(["callers"], { targets: { minItems: 1, maxItems: 1 }, all: true }, ["targets"]),
    schemaOfKinds(["callees"], { targets: { minItems: 1, maxItems: 1 } }, ["targets"]),
    schemaOfKinds(
      ["related"],
      { targets: { minItems: 1, maxItems: 1, items: { pattern: ":[1-9][0-9]*$" } } },
      ["targets"],
    ),
    schemaOfKinds(["paths"], { targets: { minItems: 2, maxItems: 2 }, depth: true }, ["targets"]),
    schemaOfKinds(["tests"], { targets: { minItems: 1, maxItems: 1 }, depth: true }, ["targets"]),
    schemaOfKinds(["impact"], { targets: { minItems: 1, maxItems: 20 }, depth: true }, ["targets"]),
    schemaOfKinds(["tests", "impact"], { targets: { maxItems: 0 }, depth: true, diff: true }, [
      "diff",
    ]),
  ],
};

/** Returns the schema of questions of some kinds, without the fields of other kinds. */
function schemaOfKinds(
  kinds: readonly string[],
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
) {
  const { diff = false, depth = false, all = { const: false }, ...own } = properties;
  return { properties: { kind: { enum: kinds }, diff, depth, all, ...own }, required };
}

/** Properties of a command for one kind of question about structure. */
interface StructureCommand {
  readonly operands: string;
  readonly summary: string;
  readonly examples: readonly string[];
  /** Fields that only this command has. */
  readonly ownFields?: readonly string[];
  /** Default maximum number of calls that it follows. */
  readonly depth?: number;
  readonly options?: readonly OptionSpec[];
  /** Default number of tokens of its text. */
  readonly budget: number;
}

const COMMANDS: Readonly<Record<StructureKind, StructureCommand>> = {
  map: {
    operands: "[PATH]",
    summary: "Most important files and definitions of a repository or folder",
    examples: ["deno task map", "deno task map --budget 500 src/net"],
    budget: 1000,
  },
  outline: {
    operands: "PATH…",
    summary: "Definitions in files, with lines and signatures",
    examples: ["deno task outline src/queue.ts src/mail.ts"],
    budget: 4000,
  },
  callers: {
    operands: "SYMBOL",
    summary: "Callers and users of a definition: NAME, PATH#NAME or PATH:LINE",
    examples: ["deno task callers pauseAfter", "deno task callers src/retry.ts#pauseAfter"],
    ownFields: ["all"],
    budget: 4000,
  },
  callees: {
    operands: "SYMBOL",
    summary: "Definitions that a definition calls",
    examples: ["deno task callees Queue.add"],
    budget: 4000,
  },
  tests: {
    operands: "[SYMBOL]",
    summary: "Tests that exercise a definition or a change, directly or not",
    examples: ["deno task tests pauseAfter", "deno task tests --diff main... --files"],
    ownFields: ["diff", "depth"],
    depth: 3,
    options: [
      option("--files", "Print only the files of all these tests, one per line"),
    ],
    budget: 4000,
  },
  impact: {
    operands: "[SYMBOL…]",
    summary: "Code and tests that depend on definitions or a change",
    examples: ["deno task impact pauseAfter", "deno task impact --diff HEAD~3"],
    ownFields: ["diff", "depth"],
    depth: 3,
    budget: 4000,
  },
  paths: {
    operands: "FROM TO",
    summary: "Calls that lead from one definition to another",
    examples: ["deno task paths drainQueue pauseAfter"],
    ownFields: ["depth"],
    depth: 8,
    budget: 4000,
  },
  related: {
    operands: "PATH:LINE",
    summary: "Definitions similar to the one at a line, or changed with it",
    examples: ["deno task related src/queue.ts:12"],
    budget: 4000,
  },
};

/** Operation that answers questions about the structure of the code. */
export const STRUCTURE_OPERATION: Operation<StructureRequest, Structure, Engine> = {
  name: "structure",
  summary:
    "Central definitions, outlines, callers, callees, tests, impact of changes, and related definitions",
  fields: FIELDS,
  component: "StructureRequest",
  extraSchema: FIELDS_BY_KIND,
  needsFreshIndex: true,
  usesWarmEngine: true,
  run: (engine, { kind, targets, diff, depth, all, budget, estimator, ...freshness }, call) =>
    engine.structure(
      { kind, targets, diff, depth, all },
      {
        ...toFreshness(freshness),
        budget,
        estimator,
        signal: call.signal,
        onProgress: call.onProgress,
      },
    ),
  http: {
    method: "post",
    path: "/v1/structure",
    answers: [{ type: JSON_TYPE, schema: "Structure" }],
    problems: [
      ...TREE_PROBLEMS,
      ...["invalid-budget", "invalid-target", "file-not-found", "file-excluded"],
      ...["symbol-not-found", "symbol-ambiguous"],
    ],
  },
  commands: KINDS.map(createCommand),
  mcp: {
    description:
      "Definitions with lines and signatures. map: the most important ones of a folder or the " +
      "whole tree, by file, to begin with; outline: of files; callers, callees, tests, impact: of a symbol, such as add, Queue.add or " +
      "path#add; paths: calls from one to another; related: similar to that at path:line, or changed together with it.",
    fields: {
      kind: required({ kind: "choice", choices: KINDS }),
      targets: { ...TARGETS, help: "Folder or none; files; symbols; path:line" },
      diff: { ...FIELDS.diff, help: "Tests, impact: changes since this git revision" },
      depth: { ...DEPTH, help: "Maximum calls between" },
      all: { kind: "boolean", help: "Uncertain callers" },
      // With this limit, the JSON is seldom too long to send.
      budget: { kind: "integer", min: 0, max: 6000, help: "Maximum tokens" },
    },
    isReadOnly: true,
    async answer(request: StructureRequest, call) {
      await call.buildFirstIndex(request.root);
      return await toToolAnswer(await call.callOperation("structure", request), call);
    },
  },
};

function createCommand(kind: StructureKind): CommandBinding<StructureRequest, Structure, Engine> {
  const { budget, depth, ownFields = [], options = [], ...words } = COMMANDS[kind];
  return {
    ...words,
    name: kind,
    permissions: "answer",
    options,
    fieldNames: [...ownFields, "targets", "budget", "estimator", ...Object.keys(REFRESH_FIELDS)],
    flags: {
      budget: [{
        written: "-b, --budget TOKENS",
        summary: `Maximum number of tokens (${budget})`,
      }],
      depth: [{
        written: "--depth N",
        summary: `Maximum number of calls from one definition to the other, up to 8 (${depth})`,
      }],
    },
    preset: { kind },
    showsProgress: true,
    resolve: resolveStructure,
    text(answer, terminal) {
      for (const { message } of answer.notes) terminal.report(message);
      return terminal.escape(terminal.has("files") ? listFiles(answer) : answer.text);
    },
  };
}

/** Kinds whose operands are paths; for others, a name or a line follows a path. */
const PATH_KINDS: ReadonlySet<StructureKind> = new Set(["map", "outline"]);

const PATH_SUFFIX_REGEXP = /(?:#|:)[^/#:]+$/;

/** Resolves paths relative to the folder of the caller, and rejects a wrong number of targets. */
async function resolveStructure(
  request: StructureRequest,
  caller: CommandCaller,
): Promise<StructureRequest> {
  const { kind, targets = [] } = request;
  const settled = {
    ...request,
    targets: targets.map((word) => resolveCallerPath(word, kind, caller)),
  };
  const { checkTargets } = await import("../structure/mod.ts");
  // A wrong number of operands is rejected before anything is written.
  checkTargets(settled);
  // A script needs all files.
  return caller.has("files") ? { ...settled, budget: Number.MAX_SAFE_INTEGER } : settled;
}

/**
 * Returns an absolute path for a path in the caller's folder, such as one that a shell completed.
 * Returns other words unchanged.
 */
function resolveCallerPath(
  word: string,
  kind: StructureKind,
  { exists, resolvePath }: CommandCaller,
): string {
  const path = PATH_KINDS.has(kind) ? word : word.replace(PATH_SUFFIX_REGEXP, "");
  // A name alone is not a path, even if a file has this name.
  if (!PATH_KINDS.has(kind) && path === word) return word;
  return exists(path) ? resolvePath(word) : word;
}

/** Returns the files of definitions, one in each line. */
function listFiles({ definitions }: Structure): string {
  const paths = new Set(definitions.map(({ path }) => path));
  return [...paths].sort().map((path) => `${path}\n`).join("");
}

/** Number of tokens reserved for the counts in the answer and for the line about omissions. */
const SUMMARY_TOKENS = 100;

/** Maximum number of tokens of all notes for a model. */
const MAX_NOTE_TOKENS = 2000;

async function toToolAnswer(
  { text: rendered, budget, omitted, notes }: Structure,
  { fitLines }: ToolCall,
): Promise<ToolAnswer> {
  const { estimateMaxJsonTokens } = await import("@dossier/core/text");
  const noted = fitLines(
    notes.map(({ message }) => `Note: ${escapeControls(message)}`),
    MAX_NOTE_TOKENS,
  );
  const lines = rendered.split("\n");
  const shown = fitLines(
    lines,
    MAX_SENT_TOKENS - SUMMARY_TOKENS - estimateMaxJsonTokens(noted.text),
  );
  const more = lines.length - shown.count;
  const text = [
    ...(shown.text === "" ? [] : [shown.text]),
    ...(more > 0 ? [`${more} more lines are omitted: use a smaller budget`] : []),
    ...(notes.length === 0 ? [] : [noted.text]),
  ].join("\n");
  return { text, structured: { text, tokens: budget.used, omitted } };
}
