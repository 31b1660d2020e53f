import type { Engine } from "@dossier/retrieval/engine";
import { readLines } from "@dossier/retrieval/machine";
import type { Sql } from "@dossier/retrieval/state";
import { CitedTree } from "./cited_tree.ts";
import { cleanClaim } from "./clean_claim.ts";
import {
  type ExportedObservation,
  ExportProblem,
  MemoryError,
  parseExportedLine,
  parseExportHeader,
} from "./core/mod.ts";
import { linkObservationIn } from "./link_observation.ts";
import { audit, changeObservationIn, type MemoryPlace, storeObservationIn } from "./store/mod.ts";

/** Maximum number of lines of observations, and maximum number of bytes of one. */
export const MAX_IMPORTED_LINES = 100_000;
const MAX_LINE_BYTES = 1_000_000;

/** Lines that are stored in one transaction. */
const BATCH = 1000;

/** Maximum number of invalid lines that are listed. */
const MAX_NAMED = 100;

/** The result of an import. */
export interface ImportedMemory {
  /** Name of the exported project. */
  readonly project: string;
  /** Number of new observations. */
  readonly added: number;
  /** Number of observations that exist already, with equal or nearly equal text. */
  readonly known: number;
  /**
   * Number of observations that are not in use there: refused or replaced; only a trusted export
   * includes them.
   */
  readonly leftOut: number;
  /** Number of invalid lines. */
  readonly bad: number;
  /** The first of these, 1-based, with the problem of each: half a sentence. */
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
  /** True when there are more lines than the limit. */
  readonly isCut: boolean;
}

/**
 * The cleaned observation of a line; `isFresh` is true when its cited text is unchanged in the
 * tree.
 */
type Prepared = ExportedObservation & { readonly isFresh: boolean };

/**
 * Stores the new observations of an export. They wait for review, and existing ones do not change,
 * unless the export is trusted. Invalid lines are listed and skipped.
 *
 * @param stream The bytes of the export.
 * @throws {MemoryError} `invalid-export` when the stream is not an export.
 */
export async function importMemory(
  engine: Pick<Engine, "lease">,
  place: MemoryPlace,
  stream: ReadableStream<Uint8Array>,
  { isTrusted = false }: { readonly isTrusted?: boolean } = {},
): Promise<ImportedMemory> {
  const importing = new MemoryImport(engine, place, isTrusted);
  for await (const { text, isValid } of readLines(stream, MAX_LINE_BYTES)) {
    if (!await importing.addLine(text, isValid)) break;
  }
  return await importing.finish();
}

class MemoryImport {
  readonly #engine: Pick<Engine, "lease">;
  readonly #place: MemoryPlace;
  readonly #isTrusted: boolean;
  readonly #problems: { line: number; reason: string }[] = [];
  /** Ids here by ids there. */
  readonly #ids = new Map<string, string>();
  readonly #superseded: { readonly id: string; readonly by: string }[] = [];
  readonly #seen = new Set<string>();
  #batch: ExportedObservation[] = [];
  #project: string | undefined;
  #line = 0;
  #added = 0;
  #known = 0;
  #leftOut = 0;
  #bad = 0;
  #isCut = false;

  constructor(engine: Pick<Engine, "lease">, place: MemoryPlace, isTrusted: boolean) {
    this.#engine = engine;
    this.#place = place;
    this.#isTrusted = isTrusted;
  }

  /**
   * Processes the next line, undefined for one that is too long; returns false when no more lines
   * are read.
   */
  async addLine(text: string | undefined, isValid: boolean): Promise<boolean> {
    this.#line++;
    if (this.#line === 1) {
      this.#project = readHeader(text);
      return true;
    }
    if (this.#line > MAX_IMPORTED_LINES + 1) {
      this.#isCut = true;
      return false;
    }
    if (text?.trim() === "") return true;
    try {
      if (text === undefined) throw new ExportProblem(`it has more than ${MAX_LINE_BYTES} bytes`);
      if (!isValid) throw new ExportProblem("it is not all UTF-8");
      await this.#parse(text);
    } catch (error) {
      this.#recordProblem(error);
    }
    if (this.#batch.length >= BATCH) await this.#store();
    return true;
  }

  async finish(): Promise<ImportedMemory> {
    if (this.#project === undefined) throw invalidExportError("it is empty");
    await this.#store();
    await this.#linkSuperseded();
    return {
      project: this.#project,
      added: this.#added,
      known: this.#known,
      leftOut: this.#leftOut,
      bad: this.#bad,
      problems: this.#problems,
      isCut: this.#isCut,
    };
  }

  async #parse(text: string): Promise<void> {
    const parsed = parseExportedLine(text, this.#place.state.now());
    const { id, status } = parsed;
    if (id !== undefined) {
      if (this.#seen.has(id)) throw new ExportProblem(`${id} is a duplicate`);
      this.#seen.add(id);
    }
    const cleaned = { ...parsed, ...await cleanClaim(parsed) } as ExportedObservation;
    if (!this.#isTrusted && (status === "refused" || status === "superseded")) this.#leftOut++;
    else this.#batch.push(cleaned);
  }

  #recordProblem(error: unknown): void {
    if (!(error instanceof ExportProblem || error instanceof MemoryError)) throw error;
    this.#bad++;
    if (this.#problems.length >= MAX_NAMED) return;
    const reason = error instanceof MemoryError ? error.rule ?? error.message : error.message;
    this.#problems.push({ line: this.#line, reason });
  }

  async #store(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const prepared = await this.#engine.lease({ refresh: false }, (lease) => {
      const tree = new CitedTree(lease);
      return batch.map((one) => ({
        ...one,
        // Without anchors there is nothing to verify.
        isFresh: one.anchors.length > 0 && tree.compareAnchors(one.anchors) === "fresh",
      }));
    });
    const place = this.#place;
    await place.state.write(async (sql) => {
      let added = 0;
      for (const one of prepared) {
        if (await this.#storeOne(sql, one)) added++;
      }
      const event = { action: "import", project: this.#project!, trusted: this.#isTrusted, added };
      await audit(sql, place, event);
      this.#added += added;
      this.#known += prepared.length - added;
    });
  }

  async #storeOne(sql: Sql, { isFresh, ...one }: Prepared): Promise<boolean> {
    const { project } = this.#place;
    const { status, sourceProject = this.#project!, createdAt } = one;
    const isGiven = status === "active" || status === "waiting";
    const kept = await storeObservationIn(sql, this.#place, {
      ...one,
      status: this.#isTrusted ? status : "waiting",
      // A trusted observation counts as stated here; but one that is not in use replaces nothing.
      isOnlyNew: !this.#isTrusted || !isGiven,
      verifiedAt: isFresh ? Math.max(one.verifiedAt, createdAt) : createdAt,
      sourceProject: sourceProject === project ? undefined : sourceProject,
    });
    if (one.id !== undefined) this.#ids.set(one.id, kept.id);
    if (kept.same !== undefined) return false;
    await linkObservationIn(sql, this.#place, kept.id, one);
    const { supersededBy: by } = one;
    if (status === "superseded" && by !== undefined) this.#superseded.push({ id: kept.id, by });
    return true;
  }

  /** Links replaced observations, whose replacements may be in later lines. */
  async #linkSuperseded(): Promise<void> {
    const linked = this.#superseded.flatMap(({ id, by }) => {
      const here = this.#ids.get(by);
      return here === undefined || here === id ? [] : [{ id, by: here }];
    });
    if (linked.length === 0) return;
    await this.#place.state.write(async (sql) => {
      for (const { id, by } of linked) {
        await changeObservationIn(sql, this.#place, id, { action: "supersede", by });
      }
    });
  }
}

function readHeader(text: string | undefined): string {
  try {
    return parseExportHeader(text ?? "").project;
  } catch (error) {
    if (error instanceof ExportProblem) {
      throw invalidExportError(error.message.replace(/^it /, "its first line "));
    }
    throw error;
  }
}

function invalidExportError(rule: string): MemoryError {
  return new MemoryError("invalid-export", {
    action: "import the file",
    rule,
    fix: 'use a file that "memory export" has written',
  });
}
