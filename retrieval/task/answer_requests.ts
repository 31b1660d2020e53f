import type {
  Bundle,
  Issue,
  Note,
  PassageCandidate,
  RequestDecision,
  RequestOutcome,
  TaskSettings,
  WorkManifest,
} from "@dossier/core";
import { decideRequests, type FoundTarget, parseSignals, type Signal } from "@dossier/core/signal";
import type { FreshState } from "../answering_index.ts";
import { openPayment, packBundle } from "../assemble_context.ts";
import { type DesignDocument, readDesignDocument } from "../documents/design_document.ts";
import { findBySlug } from "../documents/find_by_slug.ts";
import type { ContextOptions } from "../engine_options.ts";
import { type HeldPassage, holdsPassage } from "../state/held_passages.ts";
import { findDocumentHash } from "../store/documents.ts";
import { mergeTaskSettings } from "../task_settings.ts";
import { openForbidden } from "./forbidden_paths.ts";
import { rangeOfHead, toHead } from "./gather_documents.ts";
import { findLiteralPath, type LocateOptions, toTreePath } from "./locate_file.ts";
import { type OpenedFile, openFile } from "./open_file.ts";
import { openTreeFiles } from "./tree_files.ts";

/** Options of an answer to an agent's requests. */
export interface RequestOptions extends
  Pick<
    ContextOptions,
    | "budget"
    | "maxSent"
    | "estimator"
    | "format"
    | "refresh"
    | "maxRefreshMs"
    | "signal"
    | "onProgress"
  > {
  /** The session of the agent, which the rounds are counted of. */
  readonly session: string;
  /** Which round of its requests this is, from 1. @default the one after the last */
  readonly round?: number | undefined;
  /** What set it off, for the record. @default "need" */
  readonly trigger?: string | undefined;
  /** Settings that go before those of the project, such as `needMode`. */
  readonly settings?: Partial<TaskSettings> | undefined;
  /** Who else may edit a file at present, by path: what they hold is not granted. */
  readonly locks?: Readonly<Record<string, string>> | undefined;
}

/** What {@link answerRequests} knows of the session. */
export interface RequestSession {
  /** The session. */
  readonly id: string;
  /** The round that is answered. */
  readonly round: number;
  /** The issue of its last bundle, with the work manifest as it has become. */
  readonly issue: Issue | undefined;
  /** What it was given. */
  readonly held: readonly HeldPassage[];
}

/** All that is asked for by name is worth the same. */
const SCORE = 1;

/** Why a file is not given that the work manifest forbids. */
const FORBIDDEN = "the work manifest forbids it";

/** What was asked for does not fit the budget. */
const NO_ROOM = "It does not fit the budget of the answer: ask for fewer lines";

/** Nothing was asked for. */
const NO_REQUESTS: Note = {
  code: "no-requests",
  message:
    "There is no request in the text: one is a line of its own, such as NEED_CODE: src/a.ts:1-20",
};

/**
 * Returns the answer to the requests in an agent's text: what became of each, and the texts of those that
 * are provided. An answer is a bundle: it has a budget, a hash and a record.
 */
export async function answerRequests(
  text: string,
  state: FreshState,
  { session, options }: { readonly session: RequestSession; readonly options: RequestOptions },
): Promise<Bundle> {
  const { indexed, exclusions, index } = state;
  const { root, store } = indexed;
  const merged = mergeTaskSettings(indexed.settings.given, options.settings);
  const { settings } = merged;
  const payment = await openPayment(
    { ...options, budget: options.budget ?? settings.promptTokenLimit },
    root,
  );
  const signals = parseSignals(text).map((signal) => preferLiteral(signal, { root, exclusions }));
  const manifest = session.issue?.manifest;
  const isForbidden = await openForbidden(manifest, root);
  const targets = signals.map(({ target }) => target);
  const isOfTree = await openTreeFiles(targets, { state, root, exclusions });
  const opened = new Map<string, OpenedFile>();
  const asksForDocuments = signals.some(isWholeDocument);
  const look = (path: string): FoundTarget => {
    // Before it is opened: a file that is not there yet may be forbidden as well.
    if (isForbidden(path)) return { kind: "excluded", reason: FORBIDDEN };
    const outcome = openFile(path, { root, exclusions, isOfTree });
    if (outcome.kind === "opened") {
      opened.set(path, outcome.file);
      const lineCount = outcome.file.document.lines.length;
      const read = asksForDocuments
        ? readShown(outcome.file.path, { root, exclusions })
        : undefined;
      const beginning = read === undefined ? {} : { beginning: rangeOfHead(read) };
      return { kind: "file", lineCount, ...beginning };
    }
    if (outcome.kind === "excluded") return { kind: "excluded", reason: outcome.reason };
    if (outcome.kind === "outside_root") return { kind: "outside" };
    return { kind: outcome.kind === "folder" ? "folder" : "missing" };
  };
  const isHeld = holdsPassage(session.held);
  // A file that the index does not have is not held: its hash would have to be worked out.
  const hashOf = (path: string) => findDocumentHash(store, path) ?? "unknown";
  const decided = decideRequests(signals, {
    round: session.round,
    settings,
    exclusions,
    root,
    ...(manifest === undefined ? {} : { manifest }),
    lookups: {
      look,
      findDocument: (slug) => findBySlug(store, slug, { root, exclusions, vault: settings.vault }),
      // Lines are held whatever text they were part of, as long as their file is the same.
      holds: (path, { startLine, endLine, nextLine }) =>
        isHeld({
          ...{ path, startLine, endLine, contentHash: "", fileHash: hashOf(path) },
          isCut: nextLine !== undefined,
        }),
      lockHolder: openLocks(options.locks, root),
    },
  });
  const wanted = decided.decisions.flatMap((decision) => {
    const candidate = toCandidate(decision, { opened, root, exclusions });
    return candidate === undefined ? [] : [{ decision, candidate }];
  });
  const issue = withManifest(session.issue, decided.manifest);
  const notes: readonly Note[] = [
    ...state.notes,
    ...merged.notes,
    ...(decided.decisions.length === 0 ? [NO_REQUESTS] : []),
  ];
  const pack = (shown: readonly (typeof wanted)[number][], outcomes: readonly RequestOutcome[]) =>
    packBundle([{ candidates: shown.map(({ candidate }) => candidate), relevanceFloor: 0 }], {
      ...payment,
      query: decided.decisions.map(({ request }) => request).join("\n"),
      root,
      index,
      ...(issue === undefined ? {} : { issue }),
      session: session.id,
      outcomes,
      notes,
    });
  let shown: readonly (typeof wanted)[number][] = wanted;
  let outcomes: readonly RequestOutcome[] = decided.decisions.map(toOutcome);
  for (;;) {
    const bundle = await pack(shown, outcomes);
    const isMissed = ({ candidate }: (typeof wanted)[number]) =>
      bundle.omitted.some(({ path, startLine, reason }) =>
        reason === "budget" && path === candidate.path && startLine === candidate.startLine
      );
    const missed = new Set(shown.filter(isMissed).map(({ decision }) => decision));
    if (missed.size === 0) return bundle;
    shown = shown.filter(({ decision }) => !missed.has(decision));
    // To say so takes room as well, for which others may have to go.
    outcomes = decided.decisions.map((decision, at) =>
      missed.has(decision)
        ? { ...outcomes[at]!, outcome: "limit", message: NO_ROOM }
        : outcomes[at]!
    );
  }
}

/** Returns a function that says who holds a file: a map, as a path may be called `constructor`. */
function openLocks(
  locks: RequestOptions["locks"],
  root: string,
): (path: string) => string | undefined {
  const holders = new Map(
    Object.entries(locks ?? {}).map(([path, holder]) => [toTreePath(path, root) ?? path, holder]),
  );
  return (path) => holders.get(path);
}

/** Returns the request for the file that has the backslashes of a target in its name, if there is one. */
function preferLiteral(signal: Signal, tree: LocateOptions): Signal {
  const { literalTarget } = signal;
  const path = literalTarget === undefined ? undefined : findLiteralPath(literalTarget, tree);
  return path === undefined ? signal : { ...signal, target: path };
}

function toOutcome({ request, outcome, message }: RequestDecision): RequestOutcome {
  return { request, outcome, message };
}

/** Returns the lines that a request is answered with; the beginning of a document asked for as a whole. */
function toCandidate(
  { signal, path, range, isFetched }: RequestDecision,
  { opened, ...tree }: Pick<FreshState, "exclusions"> & {
    readonly opened: ReadonlyMap<string, OpenedFile>;
    readonly root: string;
  },
): PassageCandidate | undefined {
  const file = path === undefined ? undefined : opened.get(path);
  if (!isFetched || file === undefined || range === undefined) return undefined;
  const reasons = ["the agent asked for it"];
  if (isWholeDocument(signal)) {
    const read = readShown(file.path, tree);
    if (read !== undefined) return { ...toHead(read), score: SCORE, role: "requested", reasons };
  }
  const { kind, language, document } = file;
  return {
    path: file.path,
    kind,
    language,
    ...range,
    score: SCORE,
    role: "requested",
    reasons,
    document,
  };
}

/** Returns a document that says something behind its front matter; without, its lines are shown. */
function readShown(
  path: string,
  tree: Parameters<typeof readDesignDocument>[1],
): DesignDocument | undefined {
  const read = readDesignDocument(path, tree);
  return read?.body.trim() === "" ? undefined : read;
}

function isWholeDocument({ kind, startLine }: Signal): boolean {
  return kind === "doc" && startLine === undefined;
}

function withManifest(
  issue: Issue | undefined,
  manifest: WorkManifest | undefined,
): Issue | undefined {
  if (manifest === undefined) return issue;
  return { id: "", title: "", description: "", labels: [], ...issue, manifest };
}
