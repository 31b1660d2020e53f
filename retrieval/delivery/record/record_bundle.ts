import type { Bundle, Fragment, RenderFormat } from "@dossier/core";
import { contentHash, readPlainFile, RetrievalError } from "../../machine/mod.ts";
import type { LogSettings } from "../../config/mod.ts";
import { maskValue } from "../../secrets/mod.ts";
import { type AppendedRecord, appendRecord } from "../state/append_record.ts";
import { draftRecord, type DraftRecordOptions, type InjectedFile } from "../state/draft_record.ts";
import type { State } from "../state/open_state.ts";
import { shareTexts } from "../state/shared_texts.ts";
import type { InjectionDraft } from "../state/record.ts";
import type { IndexReader } from "../../index/mod.ts";
import { hashTemplate } from "../prompt/open_renderer.ts";

/** Every so many records it is looked whether earlier ones are to go. */
const PRUNE_EVERY = 32;

/** What is known of a delivery besides its bundle. */
export interface RecordBundleOptions
  extends Omit<DraftRecordOptions, "files" | "format" | "template"> {
  /** The index that answered. */
  readonly reader: IndexReader;
  /** The rendering that the budget is for. */
  readonly format: RenderFormat;
  /** The settings of the log: which records stay. @default all */
  readonly log?: Partial<LogSettings> | undefined;
  /** Aborted when nobody waits for the bundle any more, so that it is not delivered. */
  readonly signal?: AbortSignal | undefined;
  /** The last record of the session when the bundle was begun; see `appendRecord()`. */
  readonly last?: number | undefined;
}

/**
 * Records a bundle that is delivered, and returns the number and time of its record.
 *
 * @throws {SessionMoved} When the session was given something else since.
 * @throws {RetrievalError} `interrupted` when the signal was aborted: nothing is recorded then.
 */
export async function recordBundle(
  state: State,
  bundle: Bundle,
  { reader, log, signal, last, ...options }: RecordBundleOptions,
): Promise<AppendedRecord> {
  const { root } = bundle;
  const files = new Map<string, InjectedFile>();
  const byPath = Map.groupBy(bundle.fragments, ({ location }) => location?.path);
  const paths = [...byPath.keys()].filter((path) => path !== undefined);
  const hashFile = openHashes(reader, root, paths);
  for (const path of paths) {
    const fragments = byPath.get(path)!;
    // What was made of a file may be newer than the index, when that was not to be refreshed.
    const isMade = fragments.some(({ edited, form }) => edited || form === "outline");
    const hash = isMade ? await hashFileNow(root, path) : await hashFile(path);
    files.set(path, { hash, ...await findSlug(path, fragments[0]!) });
  }
  const template = await hashTemplate(options.format, root);
  const draft = await maskAsked(await draftRecord(bundle, { ...options, template, files }));
  const shared = await shareTexts(draft.request);
  await refuseAborted(signal);
  const record = appendRecord(state, draft, { shared, last });
  if (log !== undefined && record.id % PRUNE_EVERY === 0) {
    const { pruneAsSet } = await import("./prune_log.ts");
    // More than have come since, so that a long log gets to its length in time.
    pruneAsSet(state, log, { limit: 2 * PRUNE_EVERY });
  }
  return record;
}

/** Returns the record without the secrets in what somebody wrote: it is kept, and others may read it. */
async function maskAsked(draft: InjectionDraft): Promise<InjectionDraft> {
  const { request, trigger, notes, outcomes } = draft;
  return { ...draft, ...await maskValue({ request, trigger, notes, outcomes }) };
}

async function refuseAborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  await takeMessages();
  if (!signal.aborted) return;
  throw new RetrievalError(
    "interrupted",
    "Stopped before the answer was recorded, as nobody waits for it: ask again for the same one",
  );
}

async function findSlug(path: string, { role }: Fragment): Promise<Pick<InjectedFile, "slug">> {
  if (role !== "document") return {};
  // Imported only here: most bundles have no design document.
  const { slugOf } = await import("@dossier/core/text");
  return { slug: slugOf(path) };
}

/**
 * Returns what gives the content hashes of some files as the index has them, or else as the files are now;
 * the index is asked once for all, when the first is wanted.
 */
export function openHashes(
  reader: IndexReader,
  root: string,
  paths: readonly string[],
): (path: string) => Promise<string> {
  let known: ReturnType<IndexReader["findHashes"]> | undefined;
  return async (path) => {
    const hashes = await (known ??= reader.findHashes([...new Set(paths)]));
    return hashes.get(path)?.hash ?? await hashFileNow(root, path);
  };
}

/** Returns the content hash of a file as it is now; empty when it went away after it was shown. */
async function hashFileNow(root: string, path: string): Promise<string> {
  const read = readPlainFile(`${root}/${path}`, { below: root });
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
