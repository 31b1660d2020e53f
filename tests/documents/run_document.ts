import assert from "node:assert/strict";
import { denoDirectory, type TempWorkspace } from "../temp_workspace.ts";
import { type Block, type Document, ROOT } from "./document.ts";

/** Results of the blocks of a document. */
export interface DocumentRun {
  /** Standard output of its `sh run` blocks. */
  readonly stdout: string;
  /** Folder in which they ran, a copy of `examples/uploads`. */
  readonly folder: string;
  /** Output of the commands in its `console run` blocks, with the output in the document. */
  readonly transcripts: readonly Transcript[];
}

/** Command of a `console` block. */
export interface Transcript {
  readonly command: string;
  readonly expected: string;
  readonly actual: string;
}

interface Command {
  readonly command: string;
  readonly expected: string;
}

/** Folder for the copy of the example, and port of the server, as documents name them. */
const SHOWN_FOLDER = "/tmp/uploads";
const SHOWN_PORT = "7420";

/** Program on the `PATH` that calls the Deno that runs the tests. */
const DENO_SCRIPT = '#!/bin/sh\nINIT_CWD="$PWD" exec "$DENO" "$@"\n';

const DOSSIER_SCRIPT = '#!/bin/sh\nexec deno task --quiet --config "$CONFIG" "$@"\n';

/** Ends the processes of a block when another one fails. */
const PROLOGUE =
  "shopt -s expand_aliases\nset -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n";

/**
 * Returns the blocks of a document that are marked to be run, in their order. Unmarked blocks do
 * not run, as a command for people may install something.
 */
export function listRunBlocks({ blocks }: Document): Block[] {
  return blocks.filter(({ isRun }) => isRun);
}

/**
 * Runs the blocks of a document that are marked `sh run` and `console run` with bash, one after
 * another: blocks of documents in the root folder run there, all others in a copy of
 * `examples/uploads`.
 */
export async function runDocument(
  document: Document,
  workspace: TempWorkspace,
): Promise<DocumentRun> {
  const folder = `${workspace.root}/uploads`;
  const isOfRoot = !document.path.includes("/");
  if (!isOfRoot) copyFolder(`${ROOT}examples/uploads`, folder);
  workspace.write("bin/deno", DENO_SCRIPT);
  workspace.write("bin/dossier", DOSSIER_SCRIPT);
  for (const name of ["deno", "dossier"]) Deno.chmodSync(workspace.path(`bin/${name}`), 0o755);
  const commands: Command[] = [];
  const script = listRunBlocks(document).map((block) => {
    const head = `echo "${document.path}:${block.line}" >&2`;
    if (block.language === "sh") return `${head}\n${block.text}`;
    const found = readCommands(block.text);
    const lines = found.map(({ command }, index) => {
      const output = workspace.path(`${commands.length + index}.out`);
      return `{ ${command}\n} > "${output}"`;
    });
    commands.push(...found);
    return [head, ...lines].join("\n");
  }).join("\n");
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: [
      "--norc",
      "-c",
      PROLOGUE +
      script.replaceAll(SHOWN_FOLDER, folder).replaceAll(SHOWN_PORT, String(findFreePort())),
    ],
    cwd: isOfRoot ? ROOT : folder,
    env: {
      PATH: `${workspace.path("bin")}:${Deno.env.get("PATH")}`,
      DENO: Deno.execPath(),
      CONFIG: `${ROOT}deno.json`,
      NO_COLOR: "1",
      // A document must not change the home folder of the user who runs the tests.
      HOME: workspace.path("home"),
      DENO_DIR: denoDirectory(),
    },
  }).output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout);
  assert.equal(code, 0, `${output}\n${decoder.decode(stderr)}`);
  const transcripts = commands.map((command, index) => {
    return { ...command, actual: workspace.read(`${index}.out`).replaceAll(folder, SHOWN_FOLDER) };
  });
  return { stdout: output, folder, transcripts };
}

/** Returns the commands of a `console` block, each with its expected output. */
function readCommands(text: string): Command[] {
  const [, ...parts] = `\n${text}`.split("\n$ ");
  return parts.map((part) => {
    const [command = "", ...lines] = part.split("\n");
    return { command, expected: lines.join("\n") };
  });
}

/** Copies a folder with its content, without the index of an answer about it. */
export function copyFolder(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (name === ".dossier") continue;
    if (isDirectory) copyFolder(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}

function findFreePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}
