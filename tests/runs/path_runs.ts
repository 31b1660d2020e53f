import { openEngine } from "@dossier/retrieval";
import { TempWorkspace } from "../temp_workspace.ts";
import { seededRandom } from "./generated_tree.ts";

/** Parts of names that are difficult for shells, formats, terminals, git and file systems. */
const PIECES: readonly string[] = [
  ..." \t\n\r\"'`$&;|<>()[]{}*?!#~%^=+,:@\\",
  ...[
    "-",
    "--",
    ".",
    "..x",
    "a",
    "Z9",
    "_",
    "\x01",
    "\x1b[31m",
    "\x7f",
    "\u0085",
    "\u200b",
    "\u202e",
  ],
  ...[
    "é",
    "e\u0301",
    "ß",
    "İ",
    "日本",
    "🙂",
    "👩‍💻",
    "\ufeff",
    "\ufffd",
    "\u2028",
    "ﬁ",
    "Ω",
    "\u2126",
  ],
  ...[
    "$(id)",
    ":(glob)",
    "%00",
    "%2e%2e",
    "&amp;",
    "C:",
    "CON",
    "null",
    "__proto__",
    "L1-2",
    "#L3",
  ],
];

/** Maximum bytes of a name on all common file systems. */
const MAX_NAME_BYTES = 255;

/** Maximum depth of hostile files. */
const MAX_FOLDERS = 3;

/** Names of files in bytes that are not UTF-8, which no text can represent. */
const UNREADABLE_NAMES = ["\\xff\\xfe.md", "caf\\xe9.md", "a\\x80/b.md", "\\xed\\xa0\\x80.md"];

/** Control characters that no output may contain, except line ends and tabs. */
const CONTROL_REGEXP = /(?![\n\t])\p{Cc}/u;

/** Options of {@link runPaths}. */
export interface PathRunOptions {
  /** Number of files with hostile paths. */
  readonly paths: number;
  /** Maximum number of files of a tree. */
  readonly perTree: number;
  /** Makes all that is random. */
  readonly seed: number;
}

/**
 * Writes files with hostile paths and searches for each by a unique word: it must be found under
 * its exact path, be read by that path, and be shown without control characters. Files whose names
 * are not UTF-8 must not affect others. Returns a line for each failure.
 */
export async function runPaths({ paths, perTree, seed }: PathRunOptions): Promise<string[]> {
  const random = seededRandom(seed);
  const failures: string[] = [];
  let done = 0;
  for (let tree = 0; done < paths; tree++) {
    using workspace = new TempWorkspace();
    const files = new Map<string, string>();
    for (const path of makePaths(Math.min(perTree, paths - done), random)) {
      const word = `marker${done++}x`;
      if (write(workspace, path, `# ${word}\n\nThe only ${word}.\n`)) files.set(path, word);
    }
    makeUnreadable(workspace);
    if (tree % 2 === 1) workspace.initialize();
    failures.push(...await checkFiles(workspace, files));
  }
  return failures;
}

async function checkFiles(
  workspace: TempWorkspace,
  files: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  using engine = await openEngine({ root: workspace.root, cache: workspace.cache });
  await engine.index();
  const failures: string[] = [];
  for (const [path, word] of files) {
    const fail = (what: string) => failures.push(`${JSON.stringify(path)}: ${what}`);
    try {
      const { results } = await engine.search(word);
      if (results[0]?.path !== path) fail(`search finds ${JSON.stringify(results[0]?.path)}`);
      const { text } = await engine.readFile(path);
      if (!text.includes(word)) fail("it is read as something else");
      const { fragments } = await engine.context(word, { record: false });
      const [first] = fragments;
      if (first?.location?.path !== path) fail(`context shows ${first?.source}`);
      if (CONTROL_REGEXP.test(first?.source ?? "")) fail("its source has a control character");
    } catch (error) {
      fail(String(error));
    }
  }
  return failures;
}

function makePaths(count: number, random: () => number): ReadonlySet<string> {
  const made = new Set<string>();
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const name = () => {
    const isLong = random() < 0.05;
    const length = isLong ? MAX_NAME_BYTES : 1 + Math.floor(random() * 6);
    return cut(Array.from({ length }, () => pick(PIECES)).join(""));
  };
  while (made.size < count) {
    const folders = Array.from({ length: Math.floor(random() * MAX_FOLDERS) }, name);
    made.add([...folders, cut(`${name()}.md`, ".md")].join("/"));
  }
  return made;
}

/** Returns the part of a name that fits in a file system, with its end. */
function cut(name: string, end = ""): string {
  const start = name.slice(0, name.length - end.length).replaceAll("/", "");
  const bytes = new TextEncoder().encode(start).slice(0, MAX_NAME_BYTES - end.length);
  const whole = new TextDecoder().decode(bytes).replace(/\ufffd+$/, "");
  return (whole === "" || whole === "." || whole === ".." ? `${whole}x` : whole) + end;
}

/** Returns whether the file could be created: a file may be in the place of one of its folders. */
function write(workspace: TempWorkspace, path: string, text: string): boolean {
  try {
    workspace.write(path, text);
    return true;
  } catch {
    return false;
  }
}

function makeUnreadable(workspace: TempWorkspace): void {
  const script = UNREADABLE_NAMES.map((name) => {
    const quoted = `$'${name}'`;
    return `mkdir -p "$(dirname ${quoted})"; echo "# unreadable" > ${quoted}`;
  }).join("\n");
  new Deno.Command("bash", { args: ["--norc", "-c", script], cwd: workspace.root }).outputSync();
}
