import assert from "node:assert/strict";
import { denoDirectory, type TempWorkspace } from "../temp_workspace.ts";
import { type Block, type Document, ROOT } from "./document.ts";

/** What the blocks of a document have done. */
export interface DocumentRun {
  /** What its `sh run` blocks wrote to standard output. */
  readonly stdout: string;
  /** The folder in which they ran, a copy of `examples/uploads`. */
  readonly folder: string;
  /** What the commands of its `console run` blocks wrote, beside what the document says. */
  readonly transcripts: readonly Transcript[];
}

/** A command of a `console` block. */
export interface Transcript {
  readonly command: string;
  readonly expected: string;
  readonly actual: string;
}

interface Command {
  readonly command: string;
  readonly expected: string;
}

/** What documents call the folder that they copy the example to, and the port that they serve at. */
const SHOWN_FOLDER = "/tmp/uploads";
const SHOWN_PORT = "7420";

/** A program on the `PATH` that calls Deno from where it stands, whatever ran the tests. */
const DENO_SCRIPT = '#!/bin/sh\nINIT_CWD="$PWD" exec "$DENO" "$@"\n';

const DOSSIER_SCRIPT = '#!/bin/sh\nexec deno task --quiet --config "$CONFIG" "$@"\n';

/** Ends what a block has started when another one fails. */
const PROLOGUE =
  "shopt -s expand_aliases\nset -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n";

/**
 * Returns the blocks of a document that are marked to be run, in their order. Nothing runs unmarked, as a
 * command that a person is shown may install something.
 */
export function listRunBlocks({ blocks }: Document): Block[] {
  return blocks.filter(({ isRun }) => isRun);
}

/**
 * Runs the blocks of a document that are marked `sh run` and `console run` with bash, one after another: those of a document in
 * the root of the repository there, all others in a copy of `examples/uploads`.
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
      // What a document enters or removes in a home is not that of whoever runs the tests.
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

/** Returns the commands of a `console` block, each with what the block says that it prints. */
function readCommands(text: string): Command[] {
  const [, ...parts] = `\n${text}`.split("\n$ ");
  return parts.map((part) => {
    const [command = "", ...lines] = part.split("\n");
    return { command, expected: lines.join("\n") };
  });
}

/** Copies a folder with all it holds, but without the index of an answer about it. */
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
