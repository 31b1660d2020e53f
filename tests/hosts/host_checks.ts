import { TempWorkspace } from "../temp_workspace.ts";
import { readPlainText } from "@dossier/retrieval/files";
import { findHost } from "../../cli/hosts/host.ts";
import { type HostProgram, listRoles, type ProgramResult, runProgram } from "./host_program.ts";
import { listModelTexts, type ModelRequest, ModelStub } from "./model_stub.ts";

/** What came of one check of a program. */
export interface HostFinding {
  /** What must hold, as a sentence. */
  readonly rule: string;
  /** What was found instead; undefined when it holds. */
  readonly failure: string | undefined;
}

/** What a program was found to do. */
export interface HostFigures {
  readonly host: string;
  /** As the program says it. */
  readonly version: string;
  readonly findings: readonly HostFinding[];
}

const FILES = {
  "AGENTS.md": "# Web\n\nRun the tests with `deno test`.\n",
  "src/upload.ts": "/** Sends a file, three times at most. */\n" +
    "export function retryUpload(file: string): boolean {\n  return sendFile(file);\n}\n",
  "src/send.ts": "export function sendFile(file: string): boolean {\n  return file !== '';\n}\n",
};
/** A task that a bundle is worth while for. */
const TASK = "Why does retryUpload in src/upload.ts give up after the first failure? Mend it.";
const BLOCK = "<dossier-context ";
const DONE = "The work is done.";
/** Most characters of what a program has printed. */
const MAX_SAID = 2000;

/**
 * Runs a program against a stub of its model with all of `install-host` entered, and returns what held.
 *
 * @param binaries Folder of the executables of the programs.
 */
export async function checkHostProgram(
  program: HostProgram,
  binaries: string,
): Promise<HostFigures> {
  using workspace = new TempWorkspace({ ...FILES, "../home/.keep": "" });
  workspace.initialize();
  workspace.commit();
  const home = workspace.path("../home");
  await using model = new ModelStub();
  const { DENO_DIR = "" } = workspace.environment();
  const environment = { DENO_DIR, PATH: Deno.env.get("PATH") ?? "" };
  const session = { project: workspace.root, home, model, binaries, environment };
  const run = (args: readonly string[]) => runProgram(program, args, session);
  const install = (...args: string[]) =>
    workspace.run(["install-host", program.host, "--user", ...args], {
      environment: { HOME: home, CODEX_HOME: "" },
      // The home is no part of what the program may write in a test.
      shell: 'exec "${@/--allow-write=*/--allow-write}"',
    });
  const findings: HostFinding[] = [];
  const expect = (rule: string, failure: string | false | undefined) =>
    findings.push({ rule, failure: failure || undefined });

  program.prepare(session);
  const version = (await run(["--version"])).stdout.trim();
  expect("install-host enters its parts", failureOf(await install()));
  const { stdout: servers } = await run(program.listServers);
  expect("the program has the MCP server", !program.listed.test(servers) && servers);

  const first = await run(
    program.ask(`${TASK} ${program.readPrompt(workspace.path("src/upload.ts"))}`, false),
  );
  expect("a conversation with our hooks comes to its end", endOf(first));
  const [start, afterTool] = model.requests.filter((each) => holds(each, TASK));
  expect(
    "a session is told once, in its role",
    start && findWrongBlock(start, "session-start", program.role),
  );
  expect(
    "a prompt is told once, in its role",
    start && findWrongBlock(start, "prompt", program.role),
  );
  expect(
    "the tool was called",
    (afterTool === undefined || !holds(afterTool, "export function retryUpload")) &&
      "No result of it was sent",
  );
  expect(
    "the skill is on offer",
    start && !holds(start, "Use it before searching or reading many files") && "It is in no text",
  );

  const compactions = [];
  for (const args of program.compact("Go on with src/send.ts, where sendFile is.")) {
    compactions.push(await run(args));
  }
  expect("a compaction comes to its end", endOf(compactions.at(-1)!));
  const compacted = model.requests.findLast((each) => holds(each, "Go on with src/send.ts"));
  expect(
    "a compacted session is told again, once",
    compacted === undefined
      ? "No request followed"
      : findWrongBlock(compacted, "session-start", program.role),
  );

  breakHooks(program, { project: workspace.root, home });
  const count = model.requests.length;
  expect(
    "a conversation goes on when the hooks are broken",
    endOf(await run(program.ask("Once more.", false))),
  );
  const broken = model.requests.slice(count);
  expect(
    "nothing is told then",
    (broken.length === 0 || broken.some((each) => holds(each, BLOCK))) &&
      `${broken.length} requests`,
  );

  expect("install-host takes its parts out", failureOf(await install("--remove")));
  expect(
    "nothing of ours is left",
    listLeft(program, { project: workspace.root, home }).join(", "),
  );
  return { host: program.host, version, findings };
}

/** Returns what is wrong with the block of a moment in a request; undefined when it is there once in the role. */
function findWrongBlock(request: ModelRequest, moment: string, role: string): string | undefined {
  const held = `moment="${moment}"`;
  const times = listModelTexts(request).reduce(
    (sum, { text }) => sum + text.split(held).length - 1,
    0,
  );
  const roles = listRoles(request, held);
  return times === 1 && roles[0] === role
    ? undefined
    : `${times} times as ${roles.join(", ") || "none"}`;
}

function holds(request: ModelRequest, text: string): boolean {
  return listModelTexts(request).some((each) => each.text.includes(text));
}

/** Returns how a program ended whose model has said that it is done; undefined when it says so too. */
function endOf({ code, stdout, stderr }: ProgramResult): string | undefined {
  if (code === 0 && stdout.includes(DONE)) return undefined;
  return `${code}: ${stderr}${stdout}`.slice(0, MAX_SAID);
}

function failureOf({ code, stderr }: ProgramResult): string | undefined {
  return code === 0 ? undefined : stderr;
}

/** Has the hooks start a module that is not there. */
function breakHooks(
  { host }: HostProgram,
  place: { readonly project: string; readonly home: string },
) {
  const file = findHost(host).files.find(({ part }) => part === "hooks")!;
  const path = file.path("user", place);
  const text = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, text.replaceAll("/cli/main.ts", "/gone/cli/main.ts"));
}

/** Returns the files that still have something of ours. */
function listLeft(
  { host }: HostProgram,
  place: { readonly project: string; readonly home: string },
): string[] {
  return findHost(host).files.flatMap((file) => {
    const path = file.path("user", place);
    const read = readPlainText(path);
    return read.kind === "text" && file.format.find(read.text, path) !== undefined ? [path] : [];
  });
}
