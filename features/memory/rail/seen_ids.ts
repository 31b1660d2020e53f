import type { OfferedInject } from "@dossier/memory/core";
import { writeWhole } from "@dossier/retrieval/drafts";
import { readPlainText } from "@dossier/retrieval/files";

/** Ids that are kept: the server offers a text again within moments, never thousands of texts later. */
const MAX_IDS = 1000;

/** Lines after which the file is written anew with what is kept. */
const MAX_LINES = 4 * MAX_IDS;

/** The texts are for the agent of this user only. */
const PRIVATE_MODE = 0o600;

/** A line of the file: a text was buffered, or it was given or given up. */
type SeenLine = { readonly offer: OfferedInject } | { readonly settled: string };

/**
 * What a worker remembers of texts across restarts: ids that it has seen, and the texts among them that the agent did
 * not get yet, which the server offers no more once they were acknowledged. One file for each session, which one worker
 * at a time may have; a line is added to it for each event, and is on the disk before the event counts.
 */
export class SeenIds {
  readonly #path: string;
  /** Oldest first; a text as long as the agent did not get it. */
  readonly #seen = new Map<string, OfferedInject | undefined>();
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
    return [...this.#seen.values()].filter((offer) => offer !== undefined);
  }

  /**
   * Notes that a text was buffered.
   *
   * @throws What the system says when it can not be written; the id is not seen then.
   */
  add(offer: OfferedInject): void {
    if (this.#seen.has(offer.deliveryId)) return;
    this.#append({ offer });
    this.#seen.set(offer.deliveryId, offer);
  }

  /**
   * Notes that the agent gets a text now, or never will.
   *
   * @throws What the system says when it can not be written.
   */
  settle(deliveryId: string): void {
    if (this.#seen.get(deliveryId) === undefined) return;
    this.#append({ settled: deliveryId });
    this.#seen.set(deliveryId, undefined);
  }

  #replay(line: SeenLine | undefined): void {
    if (line === undefined) return;
    this.#lines++;
    if ("offer" in line) this.#seen.set(line.offer.deliveryId, line.offer);
    else this.#seen.set(line.settled, undefined);
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
    const settled = [...this.#seen].flatMap(([id, offer]) => offer === undefined ? [id] : []);
    for (const id of settled.slice(0, Math.max(0, settled.length - MAX_IDS))) {
      this.#seen.delete(id);
    }
    const lines = [...this.#seen].map(([id, offer]): SeenLine =>
      offer === undefined ? { settled: id } : { offer }
    );
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    writeWhole(this.#path, text, { mode: PRIVATE_MODE });
    this.#lines = lines.length;
    this.#isTorn = false;
  }
}

function parseLine(text: string): SeenLine | undefined {
  try {
    const line: SeenLine = JSON.parse(text);
    const id = "offer" in line ? line.offer.deliveryId : line.settled;
    return typeof id === "string" ? line : undefined;
  } catch {
    // Half a line, or nobody's.
    return undefined;
  }
}
