import type { OfferedInject } from "@dossier/memory/core";
import { writeWhole } from "@dossier/retrieval/drafts";
import { readPlainText } from "@dossier/retrieval/files";

/** Ids that are kept: the server offers a text again within moments, never thousands of texts later. */
const MAX_IDS = 1000;

/** Lines after which the file is written anew with what is kept. */
const MAX_LINES = 4 * MAX_IDS;

/** The texts are for the agent of this user only. */
const PRIVATE_MODE = 0o600;

/** A line of the file: a text was buffered, the agent is about to get it, it has got it or never will. */
type SeenLine =
  | { readonly offer: OfferedInject }
  | { readonly begun: string }
  | { readonly settled: string };

/** A text that the agent did not get yet, as far as is known. */
interface OpenText {
  readonly offer: OfferedInject;
  /** Whether it was about to get it. */
  readonly isBegun: boolean;
}

/**
 * What a worker remembers of texts across restarts: ids that it has seen, and the texts among them that the agent did
 * not get yet, which the server offers no more once they were acknowledged. One file for each session, which one worker
 * at a time may have; a line is added to it for each event, and is on the disk before the event counts.
 */
export class SeenIds {
  readonly #path: string;
  /** Oldest first; with its text as long as it is not settled. */
  readonly #seen = new Map<string, OpenText | undefined>();
  #lines = 0;
  /** Whether the last line may be half written. */
  #isTorn = false;

  /**
   * Reads what a file holds; one that is missing is made with the first id. A last line that a killed worker has left
   * half written is dropped.
   *
   * @param path Absolute path, in a folder that exists.
   * @throws {Error} When there is something else than a readable file.
   */
  constructor(path: string) {
    this.#path = path;
    const read = readPlainText(path);
    if (read.kind === "refused") {
      if (read.reason === "missing") return;
      throw new Error(`Cannot read the seen ids in "${path}" as ${read.message}`);
    }
    for (const line of read.text.split("\n")) this.#replay(parseLine(line));
    this.#isTorn = read.text !== "" && !read.text.endsWith("\n");
  }

  /** All ids that were seen, oldest first; of the settled ones the file keeps the last 1,000 when it is written anew. */
  get ids(): Iterable<string> {
    return this.#seen.keys();
  }

  /** The texts that the agent did not get yet, oldest first. */
  get waiting(): readonly OfferedInject[] {
    return this.#open().filter(({ isBegun }) => !isBegun).map(({ offer }) => offer);
  }

  /** The texts that it was about to get, oldest first: after a kill nobody here knows whether it has. */
  get doubtful(): readonly OfferedInject[] {
    return this.#open().filter(({ isBegun }) => isBegun).map(({ offer }) => offer);
  }

  /**
   * Notes that a text was buffered.
   *
   * @throws What the system says when it can not be written; the id is not seen then.
   */
  add(offer: OfferedInject): void {
    if (this.#seen.has(offer.deliveryId)) return;
    this.#append({ offer });
    this.#seen.set(offer.deliveryId, { offer, isBegun: false });
  }

  /**
   * Notes that the agent is about to get a text.
   *
   * @throws What the system says when it can not be written.
   */
  begin(deliveryId: string): void {
    const text = this.#seen.get(deliveryId);
    if (text === undefined || text.isBegun) return;
    this.#append({ begun: deliveryId });
    this.#seen.set(deliveryId, { ...text, isBegun: true });
  }

  /**
   * Notes that the agent did not get a text that it was about to get.
   *
   * @throws What the system says when it can not be written.
   */
  release(deliveryId: string): void {
    const text = this.#seen.get(deliveryId);
    if (!text?.isBegun) return;
    this.#append({ offer: text.offer });
    this.#seen.set(deliveryId, { ...text, isBegun: false });
  }

  /**
   * Notes that the agent has got a text, or never will.
   *
   * @throws What the system says when it can not be written.
   */
  settle(deliveryId: string): void {
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
    writeWhole(this.#path, text, { mode: PRIVATE_MODE });
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
    // Half a line.
    return undefined;
  }
}
