/**
 * The worker's side of the delivery: how texts of a session reach an agent that is at work.
 *
 * Read `rail.ts` first: it tells the server that the worker is at work, and takes one text at a time. `http_rail.ts` is
 * its way to the server, `seen_ids.ts` what it remembers when it is restarted. `terminal_leg.ts` types the texts into
 * the terminal of an interactive agent: into a pane of tmux (`tmux_channel.ts`), or into the terminal of a program that
 * was started for it (`script_terminal.ts`).
 *
 * @module
 */

export { askOverHttp, type RailServer } from "./http_rail.ts";
export {
  type AskServer,
  Rail,
  type RailEnd,
  type RailOptions,
  type RefreshReply,
  type RefreshRequest,
  type TurnState,
} from "./rail.ts";
export { MACHINE_CLOCK, type RailClock } from "./rail_clock.ts";
export { type ProgramTerminal, startInTerminal } from "./script_terminal.ts";
export { SeenIds } from "./seen_ids.ts";
export {
  runTerminalLeg,
  type TerminalChannel,
  type TerminalLeg,
  type TextReceipt,
  type TextSource,
} from "./terminal_leg.ts";
export { tmuxChannel, type TmuxPane } from "./tmux_channel.ts";
