import type { Bundle, Issue, Note, RenderFormat } from "@dossier/core";
import { slugOf } from "@dossier/core/text";
import type { LogSettings } from "../../config/mod.ts";
import type { IndexReader } from "../../index/mod.ts";
import { contentHash, isDiskFull, readPlainFileAsync, RetrievalError } from "../../machine/mod.ts";
import { maskValue } from "../../secrets/mod.ts";
import { hashTemplate } from "../prompt/open_renderer.ts";
import { appendInjection, SessionChangedError } from "../state/append_injection.ts";
import {
  draftInjection,
  type DraftInjectionOptions,
  type InjectedFile,
} from "../state/draft_injection.ts";
import type { Holdings } from "../state/holdings.ts";
import type { StateStore } from "../state/state_store.ts";
import { shareTexts } from "../state/shared_texts.ts";
import { noteUnrecorded } from "../state/state_error.ts";
import { type DeliveryEvent, type DeliveryHandlers, handleOutbox } from "../state/outbox.ts";

/** Number of injections after which earlier ones are checked for deletion. */
const PRUNE_EVERY = 32;

/** Options of {@link recordBundle}. */
export interface RecordBundleOptions extends Omit<DraftInjectionOptions, "files" | "template"> {
  /** Index that the bundle is from. */
  readonly reader: IndexReader;
  /** Format that the budget applies to. */
  readonly format: RenderFormat;
  /** Settings of the log, with the retention of injections. @default all are kept */
  readonly log?: Partial<LogSettings> | undefined;
  /** Aborted when the caller no longer waits, so that the bundle is not delivered. */
  readonly signal?: AbortSignal | undefined;
  /** Events of the delivery for handlers. @default none */
  readonly events?: readonly DeliveryEvent[] | undefined;
  /** Handlers of the events. @default none: the events stay in the outbox */
  readonly handlers?: DeliveryHandlers | undefined;
  /** Last injection of the session when the bundle was begun; see `appendInjection()`. */
  readonly last?: number | undefined;
}

/** Delivery in preparation: the passages that its session has, and how to record it. */
export interface Delivery {
  /** Passages that the session already has; absent without a session. */
  readonly holdings?: Holdings;
  /** Last issue of the session. Its manifest forbids files in all bundles of the session. */
  readonly issue?: Issue | undefined;
  /** Returns an issue that also allows to edit the files that its session was granted. */
  readonly applyGrants?: (issue: Issue) => Promise<Issue>;
  /** Note that nothing can be recorded. */
  readonly notes?: readonly Note[];
  /**
   * Records a bundle and returns it with the number of its injection, or unchanged when nothing is
   * recorded. Returns `undefined` when the session received something else since, so that the
   * bundle must be built again.
   */
  readonly record: (
    bundle: Bundle,
    options: Omit<RecordBundleOptions, "last" | "handlers">,
  ) => Promise<Bundle | undefined>;
}

/**
 * Records a delivered bundle, and returns it with the number of its injection. When it cannot be
 * recorded and this does no harm, it is returned with a note instead. Returns `undefined` when the
 * session received something else since, or its round was answered by a faster process, so that the
 * bundle must be built again.
 *
 * @throws {RetrievalError} `interrupted` when the signal was aborted: nothing is recorded then.
 * Errors of the state, when the bundle is for a session.
 */
export async function recordBundle(
  state: StateStore,
  bundle: Bundle,
  { log, handlers = {}, ...options }: RecordBundleOptions,
): Promise<Bundle | undefined> {
  try {
    const id = await append(state, bundle, options);
    if (options.events !== undefined && options.events.length > 0) {
      await processOutbox(state, handlers);
    }
    if (log !== undefined && id % PRUNE_EVERY === 0) {
      const { pruneBySettings } = await import("./prune_log.ts");
      // More than were added since, so that a long log reaches its limit in time.
      await pruneBySettings(state, log, { limit: 2 * PRUNE_EVERY });
    }
    return { ...bundle, record: id };
  } catch (error) {
    if (error instanceof SessionChangedError) return undefined;
    if (error instanceof RetrievalError && error.code === "round-taken") return undefined;
    const note = noteUnrecorded(error);
    // The passages of a session must be known, so a bundle for a session is recorded or not
    // delivered. Only for a full disk it is certain that nothing else is wrong: to repeat a passage
    // is then better than to deliver nothing.
    const isHarmless = bundle.session === undefined || isDiskFull(error);
    if (note === undefined || !isHarmless) throw error;
    return { ...bundle, notes: [...bundle.notes, note] };
  }
}

async function append(
  state: StateStore,
  bundle: Bundle,
  { reader, signal, events, last, ...options }: Omit<RecordBundleOptions, "log" | "handlers">,
): Promise<number> {
  const files = await listFiles(bundle, reader);
  const template = await hashTemplate(options.format, bundle.root);
  const draft = await draftInjection(bundle, { ...options, template, files });
  const { request, trigger, notes, outcomes } = draft;
  // User text is stored, and others may read it.
  const masked = await maskValue({ request, trigger, notes, outcomes });
  const shared = await shareTexts(masked.request);
  await refuseAborted(signal);
  return (await appendInjection(state, { ...draft, ...masked }, { shared, events, last })).id;
}

/**
 * Handles the events in the outbox. When that is not possible now, they are left for the next time.
 */
export async function processOutbox(state: StateStore, handlers: DeliveryHandlers): Promise<void> {
  try {
    await handleOutbox(state, handlers);
  } catch (error) {
    if (noteUnrecorded(error) === undefined) throw error;
  }
}

async function refuseAborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  await receivePendingMessages();
  if (!signal.aborted) return;
  throw new RetrievalError(
    "interrupted",
    "Stopped before the answer was recorded, as its caller has disconnected: repeat the request",
  );
}

/** Returns the files of a bundle with their hashes, by path. */
async function listFiles(
  { fragments, root }: Bundle,
  reader: IndexReader,
): Promise<ReadonlyMap<string, InjectedFile>> {
  const files = new Map<string, InjectedFile>();
  const byPath = Map.groupBy(
    fragments.filter(({ location }) => location !== undefined),
    ({ location }) => location!.path,
  );
  const findHash = createHashReader(reader, [...byPath.keys()].map((path) => ({ path })));
  for (const [path, ofFile] of byPath) {
    // Derived text may be from a newer state of the file than the index, when the index was not
    // refreshed.
    const isDerived = ofFile.some(({ edited, form }) => edited || form === "outline");
    const known = isDerived ? undefined : await findHash(path);
    const hash = known ?? await hashCurrentFile(root, path);
    files.set(path, { hash, ...(ofFile[0]!.role === "document" && { slug: slugOf(path) }) });
  }
  return files;
}

/**
 * Returns a function that finds the content hash of a file in the index. All hashes are read at
 * once, with the first call.
 */
export function createHashReader(
  reader: IndexReader,
  files: readonly { readonly path: string }[],
): (path: string) => Promise<string | undefined> {
  let known: ReturnType<IndexReader["findHashes"]> | undefined;
  return async (path) => {
    known ??= reader.findHashes([...new Set(files.map(({ path }) => path))]);
    return (await known).get(path)?.hash;
  };
}

/**
 * Returns the current content hash of a file, or an empty text when it was removed after it was
 * shown.
 */
export async function hashCurrentFile(root: string, path: string): Promise<string> {
  const read = await readPlainFileAsync(`${root}/${path}`, { below: root });
  return read.kind === "refused" ? "" : await contentHash(read.bytes);
}

/**
 * Waits until the pending messages of this thread are handled: an abort arrives only then. A
 * message to itself is queued after them, and takes a tenth of the time of the shortest timer.
 */
export async function receivePendingMessages(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const received = new Promise((resolve) => port1.onmessage = resolve);
  port2.postMessage(undefined);
  await received;
  // Each port keeps 5 KB while it is open, even when it is unreachable.
  port1.close();
  port2.close();
}
