import type { OfferedInject } from "@dossier/memory/core";
import { writeAtomically } from "@dossier/retrieval/drafts";
import { readPlainText } from "@dossier/retrieval/files";

/** Maximum number of stored ids. The server repeats a text only shortly after it was sent. */
const MAX_IDS = 1000;

/** Lines after which the file is rewritten without old ids. */
const MAX_LINES = 4 * MAX_IDS;

/** The texts are for the agent of this user only. */
const PRIVATE_MODE = 0o600;

/**
 * A line of the file: a text was buffered, its delivery was begun, or it is settled (it was
 * delivered, or never will be).
 */
type SeenLine =
  | { readonly offer: OfferedInject }
  | { readonly begun: string }
  | { readonly settled: string };

/** A text that the agent does not have, as far as is known. */
interface OpenText {
  readonly offer: OfferedInject;
  /** True when its delivery was begun. */
  readonly isBegun: boolean;
}

/**
 * The state of a worker's texts over restarts: the ids that it has received, and the texts that it
 * has not delivered yet. The server does not send an acknowledged text again. One file per session,
 * which one worker at a time may use; each event appends a line, which is on the disk before the
 * event counts.
 */
export class SeenIds {
  readonly #path: string;
  /** Texts by their ids, oldest first. The value is undefined once a text is settled. */
  readonly #seen = new Map<string, OpenText | undefined>();
  #lines = 0;
  /** True when the last line may be incomplete. */
  #isTorn = false;

  /**
   * Reads a file; a missing one is created with the first id. An incomplete last line of a killed
   * worker is dropped.
   *
   * @param path Absolute path, in an existing folder.
   * @throws {Error} When the path exists but is not a readable file.
   */
  constructor(path: string) {
    this.#path = path;
    const read = readPlainText(path);
    if (read.kind === "refused") {
      if (read.reason === "missing") return;
      throw new Error(`Cannot read the received ids in "${path}" as ${read.message}`);
    }
    for (const line of read.text.split("\n")) this.#replay(parseLine(line));
    this.#isTorn = read.text !== "" && !read.text.endsWith("\n");
  }

  /**
   * All received ids, oldest first; a rewrite of the file preserves the last 1,000 settled ones.
   */
  get ids(): Iterable<string> {
    return this.#seen.keys();
  }

  /** The texts that the agent does not have, oldest first. */
  get waiting(): readonly OfferedInject[] {
    return this.#open().filter(({ isBegun }) => !isBegun).map(({ offer }) => offer);
  }

  /**
   * The texts whose delivery was begun, oldest first: after a kill, it is unknown whether the agent
   * has them.
   */
  get doubtful(): readonly OfferedInject[] {
    return this.#open().filter(({ isBegun }) => isBegun).map(({ offer }) => offer);
  }

  /**
   * Records that a text was buffered.
   *
   * @throws The error of the system when the file cannot be written; the id does not count as
   * received then.
   */
  add(offer: OfferedInject): void {
    if (this.#seen.has(offer.deliveryId)) return;
    this.#append({ offer });
    this.#seen.set(offer.deliveryId, { offer, isBegun: false });
  }

  /**
   * Records that the delivery of a text was begun.
   *
   * @throws The error of the system when the file cannot be written.
   */
  begin(deliveryId: string): void {
    const text = this.#seen.get(deliveryId);
    if (text === undefined || text.isBegun) return;
    this.#append({ begun: deliveryId });
    this.#seen.set(deliveryId, { ...text, isBegun: true });
  }

  /**
   * Records that the agent did not get a text whose delivery was begun.
   *
   * @throws The error of the system when the file cannot be written.
   */
  release(deliveryId: string): void {
    const text = this.#seen.get(deliveryId);
    if (!text?.isBegun) return;
    this.#append({ offer: text.offer });
    this.#seen.set(deliveryId, { ...text, isBegun: false });
  }

  /**
   * Records that the agent has a text, or will never get it.
   *
   * @throws The error of the system when the file cannot be written.
   */
  acknowledge(deliveryId: string): void {
    if (this.#seen.get(deliveryId) === undefined) return;
    this.#append({ settled: deliveryId });
    this.#seen.set(deliveryId, undefined);
  }

  #open(): readonly OpenText[] {
    return [...this.#seen.values()].filter((text) => text !== undefined);
  }

  #replay(line: SeenLine | undefined): void {
    if (line === undefined) return;
    this.#lines++;
    if ("offer" in line) {
      this.#seen.set(line.offer.deliveryId, { offer: line.offer, isBegun: false });
    } else if ("settled" in line) this.#seen.set(line.settled, undefined);
    else {
      const text = this.#seen.get(line.begun);
      if (text !== undefined) this.#seen.set(line.begun, { ...text, isBegun: true });
    }
  }

  #append(line: SeenLine): void {
    if (this.#lines >= MAX_LINES || this.#isTorn) this.#rewrite();
    using file = Deno.openSync(this.#path, { append: true, create: true, mode: PRIVATE_MODE });
    this.#isTorn = true;
    const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
    for (let start = 0; start < bytes.length;) start += file.writeSync(bytes.subarray(start));
    file.syncSync();
    this.#isTorn = false;
    this.#lines++;
  }

  #rewrite(): void {
    const settled = [...this.#seen].flatMap(([id, text]) => text === undefined ? [id] : []);
    for (const id of settled.slice(0, Math.max(0, settled.length - MAX_IDS))) {
      this.#seen.delete(id);
    }
    const lines = [...this.#seen].flatMap(([id, text]): SeenLine[] => {
      if (text === undefined) return [{ settled: id }];
      return [{ offer: text.offer }, ...text.isBegun ? [{ begun: id }] : []];
    });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    writeAtomically(this.#path, text, { mode: PRIVATE_MODE });
    this.#lines = lines.length;
    this.#isTorn = false;
  }
}

function parseLine(text: string): SeenLine | undefined {
  try {
    const line: SeenLine = JSON.parse(text);
    if ("offer" in line) return typeof line.offer.deliveryId === "string" ? line : undefined;
    return typeof ("begun" in line ? line.begun : line.settled) === "string" ? line : undefined;
  } catch {
    // An incomplete line.
    return undefined;
  }
}
