import type { Issue } from "@dossier/core";
import type { Engine } from "../engine.ts";
import { type OperationCall, type RequestField, UsageError } from "../operation/mod.ts";
import { nonEmptyTextField, toFreshness } from "./shared_fields.ts";

// An issue in the form of a tracker: its other fields may have any of the names that the engine
// reads.
const ISSUE_FIELDS = "id, title, description, type, labels and manifest of a task";

/** Task: a record of a tracker, or a file of the tree with it. */
type RequestedIssue = string | Readonly<Record<string, unknown>>;

/** Field for the task, as an issue. */
export const ISSUE_FIELD: RequestField<RequestedIssue> = {
  kind: "either",
  help: "The task",
  of: [
    {
      kind: "text",
      min: 1,
      max: 4096,
      help: "FILE.json, FILE.md or TRACKER.jsonl#ID, relative to the root",
    },
    {
      kind: "object",
      isOpen: true,
      component: "TitledIssue",
      help: ISSUE_FIELDS,
      fields: {
        title: { ...nonEmptyTextField("One line"), isRequired: true },
        description: { kind: "text" },
      },
    },
    {
      kind: "object",
      isOpen: true,
      component: "DescribedIssue",
      help: ISSUE_FIELDS,
      fields: { description: { ...nonEmptyTextField("The text"), isRequired: true } },
    },
  ],
  flags: [{
    written: "--issue ISSUE",
    summary: "The task: FILE.json, FILE.md, TRACKER.jsonl#ID, or - for standard input",
  }],
};

/** Options of a question. */
interface Question {
  readonly disabled?: readonly string[] | undefined;
  readonly filter?: { readonly languages?: readonly string[] | undefined } | undefined;
}

/** Rejects unknown ranking steps and languages on a command line. */
export async function checkQuestion({ disabled = [], filter }: Question): Promise<void> {
  if (disabled.length > 0) {
    const { RANKING_STEPS } = await import("@dossier/core/part");
    const unknown = disabled.find((name) => !RANKING_STEPS.includes(name));
    if (unknown !== undefined) {
      const steps = RANKING_STEPS.join(", ");
      throw new UsageError(
        `Cannot disable "${unknown}" as there is no such step: the steps are ${steps}`,
      );
    }
  }
  if ((filter?.languages ?? []).length === 0) return;
  const { LANGUAGES } = await import("@dossier/core/language");
  for (const language of filter?.languages ?? []) {
    if (LANGUAGES.includes(language.toLowerCase())) continue;
    const { nearestLanguages } = await import("@dossier/core/query");
    throw new UsageError(
      `Cannot use "${language}" for --language as there is no such language: use  ${
        nearestLanguages(language).join(", ")
      }`,
    );
  }
}

/**
 * Returns the names that the caller guesses, or those of a program of the caller if there is one.
 */
export async function resolveNames(
  engine: object,
  question: string | Issue,
  { request, call: { local, signal, onProgress } }: {
    readonly request: {
      readonly names?: readonly string[] | undefined;
      readonly refresh?: boolean | undefined;
      readonly maxRefreshMs?: number | undefined;
    };
    readonly call: OperationCall;
  },
): Promise<readonly string[] | undefined> {
  const { names } = request;
  if (local === undefined || (names ?? []).length > 0) return names;
  const freshness = { ...toFreshness(request), signal, onProgress };
  const guessRequest = {
    freshness,
    question: typeof question === "string"
      ? question
      // Imported only here: most bundles are for a plain query.
      : (await import("@dossier/core/issue")).issueText(question),
  };
  return await local.guessNames(engine as never, guessRequest) ?? names;
}

/**
 * Returns an issue from a record or a file. Only local callers can name a file outside of the tree.
 */
export async function readRequestedIssue(
  engine: Pick<Engine, "readIssue">,
  issue: RequestedIssue,
  { local }: Pick<OperationCall, "local">,
) {
  if (typeof issue === "string") {
    return await engine.readIssue(issue, local ?? { isConfined: true });
  }
  const stdin = new Blob([JSON.stringify(issue)]).stream();
  return await engine.readIssue("-", { stdin, stdinName: "the request", isConfined: true });
}
