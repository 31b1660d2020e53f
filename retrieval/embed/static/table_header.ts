import { EmbedderError } from "../embedder.ts";

/** First bytes of a table. */
export const TABLE_MAGIC = "DSTATIC1";

/** Number of bytes before the header's text: the magic and the length of the text. */
export const PREFIX_BYTES = 12;

/** Alignment of sections, in bytes. */
export const TABLE_ALIGNMENT = 64;

/** Maximum length of a header, in bytes. */
const MAX_HEADER_BYTES = 1 << 16;

/** Maximum number of dimensions that the sums of a scan can hold; see `scan_kernel.ts`. */
const MAX_DIMENSIONS = 4096;

/** Start and length of a section, in bytes from the start of the file. */
type Section = readonly [start: number, length: number];

/** Header of a table. */
export interface TableHeader {
  /** Name of the model. */
  readonly name: string;
  readonly version: string;
  /** Number of numbers in a row. */
  readonly dimensions: number;
  /** Number of words. */
  readonly rows: number;
  readonly sections: {
    /** `rows + 1` 32-bit numbers: the start of each word in the words, and the end of the last. */
    readonly offsets: Section;
    /** Words in UTF-8, one after another, in the order of their bytes. */
    readonly words: Section;
    /** 32-bit float for each row. */
    readonly scales: Section;
    /** `rows` times `dimensions` signed bytes. Times the scale of the row, they are its numbers. */
    readonly vectors: Section;
  };
  /** SHA-256 of all sections, hexadecimal; part of the model's fingerprint. */
  readonly sha256: string;
}

const SECTION_NAMES = ["offsets", "words", "scales", "vectors"] as const;
const SHA256_REGEXP = /^[0-9a-f]{64}$/;

/**
 * Returns the header of a table, after checking its format and sizes.
 *
 * @param prefix First {@link PREFIX_BYTES} bytes, or all bytes of a shorter file.
 * @param file Path, for messages, and size in bytes.
 * @param readText Reads the bytes that follow.
 * @throws {EmbedderError} `damaged`, with the problem.
 */
export function parseTableHeader(
  prefix: Uint8Array,
  file: { readonly path: string; readonly size: number },
  readText: (length: number) => Uint8Array,
): TableHeader {
  const fail = (reason: string, cause?: unknown) =>
    new EmbedderError("damaged", `Cannot use the table "${file.path}" as ${reason}`, { cause });
  if (new TextDecoder().decode(prefix.subarray(0, TABLE_MAGIC.length)) !== TABLE_MAGIC) {
    throw fail(`it must begin with "${TABLE_MAGIC}" and is a file of another format`);
  }
  const length = prefix.length < PREFIX_BYTES
    ? 0
    : new DataView(prefix.buffer, prefix.byteOffset).getUint32(TABLE_MAGIC.length, true);
  if (length === 0 || length > MAX_HEADER_BYTES || PREFIX_BYTES + length > file.size) {
    throw fail(`its header must fit in the file: it has ${length} of ${file.size} bytes`);
  }
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(readText(length)));
  } catch (cause) {
    throw fail("its header must be JSON", cause);
  }
  if (!isHeader(header)) throw fail("its header must have format 1 and all fields");
  const { rows, dimensions, sections } = header;
  const expectedSizes = {
    offsets: (rows + 1) * 4,
    words: sections.words[1],
    scales: rows * 4,
    vectors: rows * dimensions,
  };
  for (const name of SECTION_NAMES) {
    const [start, size] = sections[name];
    if (size !== expectedSizes[name]) {
      throw fail(`"${name}" must have ${expectedSizes[name]} bytes and has ${size}`);
    }
    if (start % TABLE_ALIGNMENT !== 0 || start < PREFIX_BYTES + length) {
      throw fail(
        `"${name}" must start at a multiple of ${TABLE_ALIGNMENT} after the header and starts at ${start}`,
      );
    }
    if (start + size > file.size) {
      throw fail(
        `"${name}" must end within the file and ends at ${start + size} of ${file.size} bytes`,
      );
    }
  }
  return header;
}

function isHeader(value: unknown): value is TableHeader {
  if (!isRecord(value) || !isRecord(value["sections"])) return false;
  const { format, name, version, dimensions, rows, sha256, sections } = value;
  return format === 1 && typeof name === "string" && typeof version === "string" &&
    isCount(dimensions) && dimensions >= 1 && dimensions <= MAX_DIMENSIONS &&
    isCount(rows) && rows >= 1 &&
    typeof sha256 === "string" && SHA256_REGEXP.test(sha256) &&
    SECTION_NAMES.every((section) => isSection((sections as Record<string, unknown>)[section]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isSection(value: unknown): value is Section {
  return Array.isArray(value) && value.length === 2 && value.every(isCount);
}
