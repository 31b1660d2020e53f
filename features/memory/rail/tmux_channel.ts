import { runProcess } from "@dossier/retrieval/machine";
import type { TerminalChannel } from "./terminal_leg.ts";

/** How long tmux may take, in milliseconds. */
const TMUX_MS = 5000;

/** What is kept of what it says, in bytes. */
const MAX_BYTES = 4096;

/** How long nobody may have pressed a key in the session before something is typed there, in milliseconds. */
const QUIET_MS = 3000;

/** Whether nothing runs in a pane but the shell with which tmux has opened it. */
const IS_SHELL = "#{?pane_start_command,0,#{==:#{pane_current_command},#{b:default-shell}}}";

/** What is asked of a pane: 0 or 1 but for its id, seconds since 1970, and the program, which may have blanks. */
const PANE_FORMAT = "#{pane_id} #{pane_dead} #{pane_in_mode} #{pane_input_off} #{alternate_on} " +
  `${IS_SHELL} #{session_activity} #{pane_current_command}`;

/** A pane of tmux. */
export interface TmuxPane {
  /** As tmux names it: `%3`, or `session:window.pane`. */
  readonly pane: string;
  /** Absolute path of the socket of its server. @default the one that tmux finds by itself */
  readonly socket?: string | undefined;
  /**
   * Whether the program of the pane takes lines although it fills the whole screen, as agents do that draw on the
   * alternate screen; others that do are editors and pagers. @default false
   */
  readonly isFullScreen?: boolean | undefined;
  /** Milliseconds since 1970. @default the clock of this machine */
  readonly now?: (() => number) | undefined;
}

/** What tmux says of a pane. */
interface PaneState {
  /** Whether no program runs there but the shell of the pane, which would take a text for a command. */
  readonly isEnded: boolean;
  /** What it runs in the foreground. */
  readonly program: string;
  /** Whether keys go to tmux, as while somebody scrolls back, or nowhere. */
  readonly isAway: boolean;
  readonly isFullScreen: boolean;
  /** When somebody last pressed a key in the session, in milliseconds since 1970. */
  readonly touchedMs: number;
}

/**
 * Returns the way into a pane of tmux, which holds the master side of its terminal and so can type. A text is pasted,
 * in brackets where the program asks for that, and submitted with the Return key; no shell sees it, and the list of
 * processes does not show it.
 *
 * It is driven as long as the program runs there that ran at the first look: once that has ended, a shell or another
 * program would take the texts for its own. Nothing is typed while somebody scrolls the pane or has pressed a key of the
 * session within three seconds. What the program shows is not looked at: a question that it asks is answered by the
 * text, and half a line that somebody has left there for longer becomes its beginning.
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
      // One call: what fails there is the first that needs the pane, before anything is typed.
      const { code, isTimedOut } = await tmux(
        [...load, ";", ...paste, ";", ...submit],
        notice.replace(/\r$/, ""),
      );
      // A server that hangs may do it once it goes on.
      return code === 0 || isTimedOut;
    },
  };
}

/** Returns what tmux says of a pane; undefined when it knows none, which it says by nothing. */
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
