/**
 * What a command writes: results, messages, tables, lines that fit the terminal, progress; and the signals that stop it.
 *
 * @module
 */

export {
  BrokenPipe,
  escapeControls,
  escapeOnTerminal,
  OutputError,
  printJson,
  printMessage,
  printNotes,
  printResult,
  terminalStyle,
} from "./output.ts";
export {
  type Column,
  renderColumns,
  renderPercent,
  terminalWidth,
  wrapLines,
  wrapText,
} from "./layout.ts";
export { withProgress } from "./progress.ts";
export { ECHO_MS, nextStopSignal, onStopSignal } from "./stop_signals.ts";
