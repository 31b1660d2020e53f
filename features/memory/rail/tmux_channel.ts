import { runProcess } from "@dossier/retrieval/machine";
import type { TerminalChannel } from "./terminal_leg.ts";

/** Timeout of tmux, in milliseconds. */
const TMUX_MS = 5000;

/** Maximum number of bytes of its output. */
const MAX_BYTES = 4096;

/** Time since the last key press in the session before something may be typed, in milliseconds. */
const QUIET_MS = 3000;

/** True when only the shell runs in a pane with which tmux has opened it. */
const IS_SHELL = "#{?pane_start_command,0,#{==:#{pane_current_command},#{b:default-shell}}}";

/**
 * The format of a pane's state: the id, then values of 0 or 1, seconds since 1970, and the program,
 * which may contain blanks.
 */
const PANE_FORMAT = "#{pane_id} #{pane_dead} #{pane_in_mode} #{pane_input_off} #{alternate_on} " +
  `${IS_SHELL} #{session_activity} #{pane_current_command}`;

/** A pane of tmux. */
export interface TmuxPane {
  /** Its name in tmux: `%3`, or `session:window.pane`. */
  readonly pane: string;
  /** Absolute path of the socket of its server. @default the one that tmux finds by itself */
  readonly socket?: string | undefined;
  /**
   * True when the program of the pane accepts lines although it fills the whole screen, as agents
   * on the alternate screen do, unlike editors and pagers. @default false
   */
  readonly isFullScreen?: boolean | undefined;
  /** Returns milliseconds since 1970. @default the clock of this machine */
  readonly now?: (() => number) | undefined;
}

/** The state of a pane, according to tmux. */
interface PaneState {
  /** True when only the shell of the pane runs, which would run a text as a command. */
  readonly isEnded: boolean;
  /** The program in the foreground. */
  readonly program: string;
  /** True when keys go to tmux, as during scrolling, or nowhere. */
  readonly isAway: boolean;
  readonly isFullScreen: boolean;
  /** Time of the last key press in the session, in milliseconds since 1970. */
  readonly touchedMs: number;
}

/**
 * Returns the channel to a pane of tmux, which owns the master side of the terminal and so can
 * type. A text is pasted, in brackets when the program requests that, and submitted with the Return
 * key; no shell sees it, and the list of processes does not show it.
 *
 * The channel works as long as the program of the first check runs: after its end, a shell or
 * another program would read the texts. Nothing is typed while a user scrolls the pane, or within
 * three seconds after a key press in the session. The screen of the program is not checked: a text
 * answers a question that the program shows, and continues a line that a user has left unfinished
 * for longer.
 */
export function tmuxChannel({ pane, socket, ...options }: TmuxPane): TerminalChannel {
  const { isFullScreen = false, now = Date.now } = options;
  const tmux = (args: readonly string[], input?: string) => {
    const server = socket === undefined ? [] : ["-S", socket];
    return runProcess("tmux", [...server, ...args], {
      folder: "/",
      input,
      timeLimitMs: TMUX_MS,
      maxBytes: MAX_BYTES,
    });
  };
  const look = async () => {
    const { code, stdout } = await tmux(["display-message", "-p", "-t", pane, PANE_FORMAT]);
    return code === 0 ? readState(stdout) : undefined;
  };
  let agent: string | undefined;
  const isAgent = (state: PaneState | undefined): state is PaneState =>
    state !== undefined && !state.isEnded && state.program === (agent ??= state.program);
  return {
    isDriven: async () => isAgent(await look()),
    async canAccept() {
      const state = await look();
      const isFree = isAgent(state) && !state.isAway &&
        (isFullScreen || !state.isFullScreen) && now() - state.touchedMs >= QUIET_MS;
      return isFree ? "now" : "later";
    },
    async type(notice) {
      const buffer = `dossier-${crypto.randomUUID()}`;
      const load = ["load-buffer", "-b", buffer, "-"];
      const paste = ["paste-buffer", "-d", "-p", "-r", "-b", buffer, "-t", pane];
      const submit = ["send-keys", "-t", pane, "Enter"];
      // One call: its first command that can fail needs the pane, and fails before anything is
      // typed.
      const { code, isTimedOut } = await tmux(
        [...load, ";", ...paste, ";", ...submit],
        notice.replace(/\r$/, ""),
      );
      // A server that hangs may run it later.
      return code === 0 || isTimedOut;
    },
  };
}

/** Returns the state of a pane; undefined when tmux does not know the pane, and prints nothing. */
function readState(line: string): PaneState | undefined {
  const [id = "", isDead, isInMode, isInputOff, isFullScreen, isShell, touched, ...program] = line
    .trim().split(" ");
  if (!id.startsWith("%")) return undefined;
  return {
    isEnded: isDead === "1" || isShell === "1",
    program: program.join(" "),
    isAway: isInMode === "1" || isInputOff === "1",
    isFullScreen: isFullScreen === "1",
    touchedMs: Number(touched) * 1000,
  };
}
