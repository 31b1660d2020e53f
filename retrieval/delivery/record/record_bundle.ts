import type { Bundle, Issue, Note, RenderFormat } from "@dossier/core";
import { slugOf } from "@dossier/core/text";
import type { LogSettings } from "../../config/mod.ts";
import type { IndexReader } from "../../index/mod.ts";
import { contentHash, isDiskFull, readPlainFileAsync, RetrievalError } from "../../machine/mod.ts";
import { maskValue } from "../../secrets/mod.ts";
import { hashTemplate } from "../prompt/open_renderer.ts";
import { appendInjection, SessionMoved } from "../state/append_injection.ts";
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

/** Every so many injections it is looked whether earlier ones are to go. */
const PRUNE_EVERY = 32;

/** What is known of a delivery besides its bundle. */
export interface RecordBundleOptions extends Omit<DraftInjectionOptions, "files" | "template"> {
  /** The index that answered. */
  readonly reader: IndexReader;
  /** The rendering that the budget is for. */
  readonly format: RenderFormat;
  /** The settings of the log: which injections stay. @default all */
  readonly log?: Partial<LogSettings> | undefined;
  /** Aborted when nobody waits for the bundle any more, so that it is not delivered. */
  readonly signal?: AbortSignal | undefined;
  /** What follows from the delivery. @default nothing */
  readonly events?: readonly DeliveryEvent[] | undefined;
  /** What handles that. @default nothing: it stays in the outbox */
  readonly handlers?: DeliveryHandlers | undefined;
  /** The last injection of the session when the bundle was begun; see `appendInjection()`. */
  readonly last?: number | undefined;
}

/** A bundle on its way: what its session holds, and where it is recorded. */
export interface Delivery {
  /** What the session holds; absent without a session. */
  readonly holdings?: Holdings;
  /** The last issue of the session, whose manifest forbids files to all its bundles. */
  readonly issue?: Issue | undefined;
  /** Returns an issue with the right to edit what its session was granted. */
  readonly widen?: (issue: Issue) => Promise<Issue>;
  /** Says so when nothing can be recorded. */
  readonly notes?: readonly Note[];
  /**
   * Records a bundle and returns it with the number of its injection, or as it is when nothing is recorded;
   * undefined when its session was given something else since, so that it is to be made anew.
   */
  readonly record: (
    bundle: Bundle,
    options: Omit<RecordBundleOptions, "last" | "handlers">,
  ) => Promise<Bundle | undefined>;
}

/**
 * Records a bundle that is delivered, and returns it with the number of its injection, or with a note where
 * nothing can be recorded and that is harmless; undefined when its session was given something else since,
 * or its round was answered to somebody faster, so that it is to be made anew.
 *
 * @throws {RetrievalError} `interrupted` when the signal was aborted: nothing is recorded then. What is
 * wrong with the state, when the bundle is for a session.
 */
export async function recordBundle(
  state: StateStore,
  bundle: Bundle,
  { log, handlers = {}, ...options }: RecordBundleOptions,
): Promise<Bundle | undefined> {
  try {
    const id = await append(state, bundle, options);
    if (options.events !== undefined && options.events.length > 0) {
      await settleOutbox(state, handlers);
    }
    if (log !== undefined && id % PRUNE_EVERY === 0) {
      const { pruneAsSet } = await import("./prune_log.ts");
      // More than have come since, so that a long log gets to its length in time.
      await pruneAsSet(state, log, { limit: 2 * PRUNE_EVERY });
    }
    return { ...bundle, record: id };
  } catch (error) {
    if (error instanceof SessionMoved) return undefined;
    if (error instanceof RetrievalError && error.code === "round-taken") return undefined;
    const note = noteUnrecorded(error);
    // What a session holds must be known, and so a bundle for one is recorded or not given. Only of a
    // full disk it is known that nothing else is wrong: to give something twice is better than nothing.
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
  // What somebody wrote is kept, and others may read it.
  const masked = await maskValue({ request, trigger, notes, outcomes });
  const shared = await shareTexts(masked.request);
  await refuseAborted(signal);
  return (await appendInjection(state, { ...draft, ...masked }, { shared, events, last })).id;
}

/** Does what is left in the outbox; what is in the way now leaves it for the next time. */
export async function settleOutbox(state: StateStore, handlers: DeliveryHandlers): Promise<void> {
  try {
    await handleOutbox(state, handlers);
  } catch (error) {
    if (noteUnrecorded(error) === undefined) throw error;
  }
}

async function refuseAborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  await takeMessages();
  if (!signal.aborted) return;
  throw new RetrievalError(
    "interrupted",
    "Stopped before the answer was recorded, as its caller has disconnected: repeat the request",
  );
}

/** Returns what is known of the files of a bundle, by path. */
async function listFiles(
  { fragments, root }: Bundle,
  reader: IndexReader,
): Promise<ReadonlyMap<string, InjectedFile>> {
  const files = new Map<string, InjectedFile>();
  const byPath = Map.groupBy(
    fragments.filter(({ location }) => location !== undefined),
    ({ location }) => location!.path,
  );
  const findHash = openHashes(reader, [...byPath.keys()].map((path) => ({ path })));
  for (const [path, ofFile] of byPath) {
    // What was made of a file may be newer than the index, when that was not to be refreshed.
    const isMade = ofFile.some(({ edited, form }) => edited || form === "outline");
    const known = isMade ? undefined : await findHash(path);
    const hash = known ?? await hashFileNow(root, path);
    files.set(path, { hash, ...(ofFile[0]!.role === "document" && { slug: slugOf(path) }) });
  }
  return files;
}

/**
 * Returns what gives the content hashes of some files as the index has them; it is asked once for all, when
 * the first is wanted.
 */
export function openHashes(
  reader: IndexReader,
  files: readonly { readonly path: string }[],
): (path: string) => Promise<string | undefined> {
  let known: ReturnType<IndexReader["findHashes"]> | undefined;
  return async (path) => {
    known ??= reader.findHashes([...new Set(files.map(({ path }) => path))]);
    return (await known).get(path)?.hash;
  };
}

/** Returns the content hash of a file as it is now; empty when it went away after it was shown. */
export async function hashFileNow(root: string, path: string): Promise<string> {
  const read = await readPlainFileAsync(`${root}/${path}`, { below: root });
  return read.kind === "refused" ? "" : await contentHash(read.bytes);
}

/**
 * Waits until the messages that this thread has been sent are taken: whoever aborts is heard only then. A
 * message to itself comes behind them, and takes a tenth of the time of the shortest timer.
 */
export async function takeMessages(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const taken = new Promise((resolve) => port1.onmessage = resolve);
  port2.postMessage(undefined);
  await taken;
  // Each keeps 5 KB for as long as it is open, also when nobody can reach it any more.
  port1.close();
  port2.close();
}
