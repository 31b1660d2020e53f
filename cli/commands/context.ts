import type { Bundle, RenderFormat, Retry, TokenEstimatorName } from "@dossier/core";
import type { Appetite } from "@dossier/core/pack";
import type { QuestionKind } from "@dossier/core/part";
import type { TierChoice } from "@dossier/core/tier";
import {
  type ContextOptions,
  type Engine,
  openEstimator,
  openRenderer,
  preloadTask,
  type ProfileOptions,
  type TierGivingOptions,
} from "@dossier/retrieval";
import { type Invocation, UsageError } from "../arguments/command.ts";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { calledFrom, openInvokedEngine } from "../input/invoked_place.ts";
import { invokedInputs, invokedSpaces } from "../input/invoked_policies.ts";
import { parseQueryOptions, withGuessedNames } from "../input/query_options.ts";
import { readInput, STANDARD_INPUT, takeQuery } from "../input/read_input.ts";
import { escapeOnTerminal, printMessage, printNotes, printResult } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { SUCCESS } from "../exit_code.ts";

/**
 * Prints the bundle for a task: a query, or with `--issue` an issue.
 *
 * @throws {UsageError} For `--explain` without JSON, and for options that only an issue has, besides
 * what the arguments are refused for.
 */
export async function runContext(invocation: Invocation): Promise<number> {
  const { value, has } = invocation;
  const estimator = (value("estimator") ?? "piece") as TokenEstimatorName;
  const format = has("json") ? "json" : (value("format") ?? "markdown") as RenderFormat;
  if (has("explain") && format !== "json") {
    throw new UsageError(`Cannot explain scores as ${format} has no place for them: add --json`);
  }
  const options: ContextOptions & TierGivingOptions = {
    ...parseQueryOptions(invocation),
    budget: parseWholeNumber(value("budget"), { name: "budget", minimum: 0 }),
    estimator,
    format,
    numbers: has("numbers"),
    explain: has("explain"),
    appetite: value("appetite") as Appetite | undefined,
    question: value("question") as QuestionKind | undefined,
    tiers: value("tiers") as TierChoice | undefined,
    allowPlugins: has("allow-plugins"),
    session: value("session"),
    trigger: value("trigger"),
    record: !has("no-record"),
    ...parseProfile(invocation),
  };
  if (value("issue") !== undefined) preloadTask();
  const answer = await prepareBundle(invocation);
  using engine = await openInvokedEngine(invocation, { spaces: invokedSpaces(invocation) });
  const bundle = await withProgress((progress) => answer(engine, { ...options, ...progress }));
  await printBundle(bundle, { engine, format, estimator, numbers: has("numbers") });
  return SUCCESS;
}

/** Returns the profile whose words are wanted, and what it is given. */
function parseProfile(invocation: Invocation): ProfileOptions {
  const profile = invocation.value("profile");
  const inputs = invokedInputs(invocation);
  if (profile !== undefined) return { profile, inputs };
  if (Object.keys(inputs).length > 0) {
    throw new UsageError("Cannot use --input without a profile: add --profile");
  }
  return {};
}

/** Prints a bundle in a format, and what there is to say besides to standard error. */
export async function printBundle(
  bundle: Bundle,
  { engine, format, estimator, numbers }: {
    readonly engine: Pick<Engine, "root">;
    readonly format: RenderFormat;
    readonly estimator: TokenEstimatorName;
    readonly numbers?: boolean;
  },
): Promise<void> {
  if (format !== "json") {
    printNotes(bundle.notes);
    const tooDear = bundle.omitted.filter(({ reason }) => reason === "budget");
    // A text of so few tokens has no room to say it itself.
    if (bundle.fragments.length === 0 && tooDear.length > 0) {
      printMessage(
        `dossier: Nothing fits the budget of ${bundle.budget.limit} tokens, ` +
          `${tooDear.length} passages are left out: give more with --budget`,
      );
    }
  }
  const renderer = await openRenderer(format, engine.root, { numbers });
  const text = renderer.render(bundle, await openEstimator(estimator));
  const { outcomes = [], budget } = bundle;
  if (text === "" && outcomes.length > 0) {
    printMessage(
      `dossier: What became of the requests does not fit the budget of ${budget.limit} tokens: ` +
        "give more with --budget",
    );
  }
  printResult(escapeOnTerminal(text));
}

/** Options with the files that say what became of the attempt before. */
const RETRY_OPTIONS = ["retry-diff", "retry-error"] as const;

/** Returns what became of the attempt before; undefined when nobody says. */
async function readRetry({ value }: Invocation, spec: string): Promise<Retry | undefined> {
  const files = RETRY_OPTIONS.map((name) => value(name));
  const readers = [spec.split("#", 1)[0], ...files].filter((file) => file === STANDARD_INPUT);
  if (readers.length > 1) {
    throw new UsageError("Cannot read standard input twice: name files for the others");
  }
  const [diffFile, errorFile] = files;
  if (diffFile === undefined && errorFile === undefined) return undefined;
  const diff = diffFile && await readInput(diffFile, { what: "the changes" });
  const error = errorFile && await readInput(errorFile, { what: "what went wrong" });
  return { ...(diff === undefined ? {} : { diff }), ...(error === undefined ? {} : { error }) };
}

/** How a bundle is asked for. */
export type AskBundle = (engine: Engine, options: ContextOptions) => Promise<Bundle>;

/**
 * Reads what is asked for before anything is opened, so that a slip leaves nothing behind.
 *
 * @throws {UsageError} For a query and an issue together, and for none of them.
 */
export async function prepareBundle(invocation: Invocation): Promise<AskBundle> {
  const { value, has, words } = invocation;
  const spec = value("issue");
  if (spec === undefined) {
    if (has("references-only")) {
      throw new UsageError("Cannot name code only without an issue: add --issue");
    }
    if (RETRY_OPTIONS.some((name) => value(name) !== undefined)) {
      throw new UsageError("Cannot tell of an attempt before without an issue: add --issue");
    }
    const query = await takeQuery(invocation);
    return async (engine, options) => {
      const asked = { invocation, engine, question: query };
      return await engine.context(query, await withGuessedNames(options, asked));
    };
  }
  if (words.length > 0 || value("file") !== undefined) {
    throw new UsageError("Cannot use both a query and --issue: give one of them");
  }
  const settings = has("references-only") ? { referencesOnly: true } : {};
  const retry = await readRetry(invocation, spec);
  return async (engine, options) => {
    const source = { folder: calledFrom(), stdin: Deno.stdin.readable };
    const { issue, trackerPaths, notes } = await engine.readIssue(spec, source);
    // Imported only here: most bundles are for a plain query.
    const { issueText } = await import("@dossier/core/issue");
    const asked = { invocation, engine, question: issueText(issue) };
    return await engine.contextForIssue(issue, {
      ...await withGuessedNames(options, asked),
      settings,
      trackerPaths,
      notes,
      retry,
    });
  };
}
