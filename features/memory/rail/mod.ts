/**
 * The worker's side of the delivery of texts to an agent at work.
 *
 * Read `rail.ts` first: it sends heartbeats to the server, and receives one text at a time.
 * `http_rail.ts` sends its requests, `seen_ids.ts` stores its state over restarts.
 * `terminal_leg.ts` types the texts into the terminal of an interactive agent: into a pane of tmux
 * (`tmux_channel.ts`), or into the terminal of a program that was started for it
 * (`script_terminal.ts`).
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
