import { escapeControls } from "@dossier/core/escape";
import { maskLikelySecrets } from "@dossier/core/secret";
import {
  configureSync,
  getJsonLinesFormatter,
  getTextFormatter,
  type LogRecord,
} from "@logtape/logtape";
import { WriteBehind } from "./write_behind.ts";

/** Category of the server's log lines. */
export const LOG_CATEGORY: readonly [string, string] = ["dossier", "server"];

/** How important a line of the log is. */
export type LogLevelName = "debug" | "info" | "warning" | "error";

/** How a line of the log is written. */
export type LogFormat = "text" | "json";

/** How much is logged, and how it is written. */
export interface LogOptions {
  /** The least level that is written. @default {"info"} */
  readonly level?: LogLevelName | undefined;
  /** One line of text, or one JSON object a line. @default {"text"} */
  readonly format?: LogFormat | undefined;
}

/** Writes the log of this process to standard error from now on; nobody logs anything before. */
export function configureLog({ level = "info", format = "text" }: LogOptions = {}): void {
  const render = openLogRenderer(format);
  const encoder = new TextEncoder();
  const written = new WriteBehind<LogRecord>((records) => {
    const bytes = encoder.encode(records.map(render).join(""));
    try {
      for (let at = 0; at < bytes.length;) at += Deno.stderr.writeSync(bytes.subarray(at));
    } catch {
      // Nobody reads the log; that is no reason to answer nobody.
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
 * Returns what writes a record as one line that a terminal shows as it is and that holds no secret, whoever
 * chose the address, the header or the file name in it.
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
