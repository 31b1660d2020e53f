import { escapeControls } from "@dossier/core/escape";
import { maskLikelySecrets } from "@dossier/core/secret";
import {
  configureSync,
  getJsonLinesFormatter,
  getTextFormatter,
  type LogRecord,
} from "@logtape/logtape";
import { BufferedWriter } from "./buffered_writer.ts";

/** Category of the server's log lines. */
export const LOG_CATEGORY: readonly [string, string] = ["dossier", "server"];

/** Importance of a line of the log. */
export type LogLevelName = "debug" | "info" | "warning" | "error";

/** Format of a line of the log. */
export type LogFormat = "text" | "json";

/** Level and format of the log. */
export interface LogOptions {
  /** Lowest level that is written. @default {"info"} */
  readonly level?: LogLevelName | undefined;
  /** One line of text, or one JSON object per line. @default {"text"} */
  readonly format?: LogFormat | undefined;
}

/** Writes the log of this process to standard error from now on. Before, nothing is logged. */
export function configureLog({ level = "info", format = "text" }: LogOptions = {}): void {
  const render = openLogRenderer(format);
  const encoder = new TextEncoder();
  const written = new BufferedWriter<LogRecord>((records) => {
    const bytes = encoder.encode(records.map(render).join(""));
    try {
      for (let at = 0; at < bytes.length;) at += Deno.stderr.writeSync(bytes.subarray(at));
    } catch {
      // An unread log is no reason to stop answering.
    }
  });
  const isUrgent = ({ level }: LogRecord) => level === "error" || level === "fatal";
  configureSync({
    reset: true,
    sinks: { stderr: (record) => written.add(record, { isUrgent: isUrgent(record) }) },
    loggers: [
      { category: "dossier", sinks: ["stderr"], lowestLevel: level },
      { category: ["logtape", "meta"], sinks: ["stderr"], lowestLevel: "warning" },
    ],
  });
}

/**
 * Returns a function that renders a record as one line. A terminal shows the line as it is, and it
 * contains no secrets, no matter who chose the address, the header or the file name in it.
 */
export function openLogRenderer(format: LogFormat): (record: LogRecord) => string {
  const render = format === "json"
    ? getJsonLinesFormatter({ properties: "flatten" })
    : getTextFormatter({
      timestamp: "rfc3339",
      value: (value, inspect) =>
        typeof value === "string" || typeof value === "number" ? String(value) : inspect(value),
    });
  return (record) => `${maskLikelySecrets(escapeControls(render(record).trimEnd()))}\n`;
}
