/** One program of a shell's command, with its words. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Files that its output goes to. */
  readonly written: readonly string[];
  /** Whether it reads what the one before it writes. */
  readonly isPiped: boolean;
}

const HEREDOC_REGEXP =
  /<<-?\s*(["']?)([A-Za-z_]\w*)\1([^\n]*)\n(?:[\s\S]*?\n)??\s*(?:\2(?=\s*(?:\n|$))|$(?![\s\S]))/g;
/** A quoted text, an escaped character, what separates commands or redirects, or plain characters. */
const TOKEN_REGEXP = new RegExp(
  [
    // 'a', "a", \a
    /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/,
    // 2>, &&, |, ;
    /(\d?>>?(?!&)|&&|\|\|?|[;&\n()])/,
    // 2>&1, blanks
    /(\d?>&[\d-]|[ \t]+)/,
    // a
    /([^\s'"\\;&|()>]+|.)/,
  ].map(({ source }) => source).join("|"),
  "g",
);
const SEPARATORS: ReadonlySet<string> = new Set(["&&", "||", ";", "&", "\n", "(", ")"]);

/** A program whose words are still read. */
interface OpenCommand extends ShellCommand {
  readonly words: string[];
  readonly written: string[];
}

/**
 * Returns the programs that a command of a shell runs, in their order, as far as its words tell: variables and patterns
 * are not expanded, and texts that it holds for others are left out.
 */
export function listShellCommands(command: string): readonly ShellCommand[] {
  const script = command.replace(HEREDOC_REGEXP, "$3\n");
  const commands: OpenCommand[] = [{ words: [], written: [], isPiped: false }];
  let word: string | undefined;
  let isWritten = false;
  const end = () => {
    const { words, written } = commands.at(-1)!;
    if (word !== undefined) (isWritten ? written : words).push(word);
    if (word !== undefined) isWritten = false;
    word = undefined;
  };
  for (const [, single, double, escaped, control, space, plain] of script.matchAll(TOKEN_REGEXP)) {
    if (control === undefined && space === undefined) {
      const piece = double?.replaceAll(/\\([$`"\\\n])/g, "$1") ?? single ?? escaped ?? plain ?? "";
      word = (word ?? "") + piece;
      continue;
    }
    end();
    if (control === "|" || SEPARATORS.has(control ?? "")) {
      commands.push({ words: [], written: [], isPiped: control === "|" });
    } else if (control !== undefined) isWritten = !control.startsWith("2");
  }
  end();
  return commands.filter(({ words, written }) => words.length + written.length > 0)
    .map((each) => ({ ...each, written: each.written.filter((path) => !isShellDevice(path)) }));
}

/** Returns whether a word of a command stands for no file of a tree. */
export function isShellDevice(path: string): boolean {
  return path === "-" || path.startsWith("/dev/");
}

/** Returns the path of a word of a command, behind the folder that it is run in. */
export function joinFolder(folder: string | undefined, path: string): string {
  return folder === undefined || path.startsWith("/") || path.startsWith("~")
    ? path
    : `${folder}/${path}`;
}
