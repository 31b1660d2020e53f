import { HOSTS } from "../core/hosts/mod.ts";
import type { TranscriptEvent, TranscriptReader } from "../core/transcript/mod.ts";
import { readLines, REFUSALS, RetrievalError } from "@dossier/retrieval/machine";

/**
 * Maximum number of bytes of a line: it may contain a picture, or a file before and after an edit;
 * longer lines are skipped.
 */
export const MAX_LINE_BYTES: number = 32 * 1024 * 1024;

/**
 * Reads a transcript of a host line by line, and returns the host and sentences about lines that
 * were not read.
 *
 * @param source Absolute path of a file, or its bytes.
 * @param onEvent Called with each event, oldest first.
 * @throws {RetrievalError} `invalid-transcript` when the file is missing, or has no known line.
 */
export async function readEvents(
  source: string | ReadableStream<Uint8Array>,
  reader: TranscriptReader,
  onEvent: (event: TranscriptEvent) => void,
): Promise<{ readonly host: string; readonly notes: readonly string[] }> {
  const counts = { lines: 0, invalid: 0, long: 0, binary: 0 };
  const stream = typeof source === "string" ? await openTranscript(source) : source;
  for await (const { text, isValid } of readLines(stream, MAX_LINE_BYTES)) {
    counts.lines++;
    if (!isValid) counts.invalid++;
    if (text === undefined) {
      counts.long++;
      reader.skip();
      continue;
    }
    if (text.includes("\0")) counts.binary++;
    for (const event of reader.read(text)) onEvent(event);
  }
  const { host } = reader;
  if (host === undefined) throw transcriptError(source, formatUnknownSource(counts));
  return { host, notes: listReadNotes(reader, counts) };
}

/**
 * Opens a transcript as a stream.
 *
 * @throws {RetrievalError} `invalid-transcript` when there is no such file.
 */
export async function openTranscript(path: string): Promise<ReadableStream<Uint8Array>> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    // A pipe may never end, and is not a stored transcript.
    if (!isFile) throw transcriptError(path, isDirectory ? REFUSALS.folder : REFUSALS.special);
    return (await Deno.open(path)).readable;
  } catch (cause) {
    if (cause instanceof RetrievalError) throw cause;
    const isMissing = cause instanceof Deno.errors.NotFound ||
      cause instanceof Deno.errors.NotADirectory;
    throw transcriptError(path, isMissing ? REFUSALS.missing : REFUSALS.unreadable, cause);
  }
}

type Counts = Readonly<Record<"lines" | "invalid" | "long" | "binary", number>>;

/** The hosts whose transcripts can be read. */
const WRITERS = HOSTS.filter(({ transcript }) => transcript !== undefined)
  .map(({ label }) => label).join(" or ");

function formatUnknownSource({ lines, binary }: Counts): string {
  if (lines === 0) return "it is empty: name the file that the host writes";
  return binary > 0
    ? "it is binary: name the file that the host writes, which ends in .jsonl"
    : `it contains no line that ${WRITERS} writes: name one of their files, which ends in .jsonl`;
}

function transcriptError(
  source: string | ReadableStream<Uint8Array>,
  reason: string,
  cause?: unknown,
): RetrievalError {
  const name = typeof source === "string" ? ` "${source}"` : "";
  return new RetrievalError(
    "invalid-transcript",
    `Cannot read the transcript${name} as ${reason}`,
    { cause },
  );
}

function listReadNotes(reader: TranscriptReader, counts: Counts): readonly string[] {
  const { damaged, isEndCut, unknown } = reader.unread;
  const { long, invalid } = counts;
  const inside = damaged - long - (isEndCut ? 1 : 0);
  const types = Object.entries(unknown).map(([type, count]) => `${type} ${count}`);
  return [
    ...(isEndCut ? ["The last line is cut short: the transcript may be being written"] : []),
    ...(inside > 0 ? [`${formatLineCount(inside)} not a JSON object and skipped`] : []),
    ...(long > 0 ? [`${formatLineCount(long)} longer than 32 MiB and skipped`] : []),
    ...(invalid > 0 ? [`${formatLineCount(invalid)} not all UTF-8`] : []),
    ...(types.length > 0 ? [`Lines of unknown types are skipped: ${types.join(", ")}`] : []),
    ...(reader.openCalls > 0 ? [`Calls without an output: ${reader.openCalls}`] : []),
  ];
}

function formatLineCount(count: number): string {
  return count === 1 ? "1 line is" : `${count} lines are`;
}
