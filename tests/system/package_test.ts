import type { Structure } from "@dossier/core";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";
import { type RunResult, TempWorkspace } from "../temp_workspace.ts";

const ORIGIN_REGEXP = /http:\/\/127\.0\.0\.1:\d+/;

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
});

/** Code of another project: see `examples/library.ts`. */
const FOREIGN_CONFIG = { nodeModulesDir: "manual", lock: false };

/** Program that uses a type-checked export of each module of the library. */
const DOORS = `import { openEngine } from "dossier";
import { truncateText } from "dossier/history";
import { readInstructions } from "dossier/hosts";
import { Rail } from "dossier/memory";
import { composePrompt, type Profile } from "dossier/policy";
import { APPETITES, type Bundle } from "dossier/schema";
import { ContextTiers, openTiers } from "dossier/tiers";

export const budgetOf = (bundle: Bundle): number => bundle.budget.limit;
export const idOf = (profile: Profile): string => profile.id;
// @ts-expect-error: a bundle has no such field
export const nothing = (bundle: Bundle) => bundle.nothing;
const values = [openEngine, truncateText, readInstructions, composePrompt, APPETITES, openTiers, ContextTiers, Rail];
console.log(values.map((value) => typeof value).join(" "));
`;

/** The type checker must report it. */
const WRONG_CALL =
  '// @ts-expect-error: an option is misspelt\nexport const open = () => openEngine({ rot: "." });\n';

/** Runs a program in a folder and returns its output; fails with its errors. */
async function finish(name: string, folder: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(name, {
    args: [...args],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  assert.ok(success, decoder.decode(stderr));
  return decoder.decode(stdout);
}

/** Clean environment with the package: an npm prefix, a home, and a working folder. */
class Installation implements Disposable {
  readonly #folder = new TempWorkspace();
  readonly folder: string = this.#folder.path("a folder 🎈");

  /** Packs the program and installs it with npm. */
  async install(): Promise<void> {
    for (const path of ["home", "prefix", "a folder 🎈"]) Deno.mkdirSync(this.#folder.path(path));
    const folder = this.#folder.root;
    const config = join(Deno.cwd(), "deno.json");
    const said = await finish(Deno.execPath(), folder, "task", "--config", config, "package");
    const file = said.trim().replace("Wrote ", "");
    const quietly = ["--no-audit", "--no-fund", "--no-update-notifier", "--silent"];
    const to = ["install", "--global", "--prefix", this.#folder.path("prefix")];
    await finish("npm", folder, ...to, "--prefer-offline", ...quietly, file);
  }

  /** Returns the command of the program, without this machine's files and network. */
  command(...args: readonly string[]): Deno.Command {
    return this.#command(this.#program, args);
  }

  get #program(): string {
    return join(this.#folder.path("prefix"), "bin/dossier");
  }

  #command(program: string, args: readonly string[]): Deno.Command {
    return new Deno.Command("sh", {
      args: ["-c", 'exec "$@"', "sh", program, ...args],
      cwd: this.folder,
      clearEnv: true,
      env: {
        HOME: this.#folder.path("home"),
        PATH: "/usr/bin:/bin",
        // The folder of a task is not the working folder of a program on the PATH.
        INIT_CWD: this.#folder.root,
        HTTPS_PROXY: "http://127.0.0.1:9",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
  }

  /** Makes a shell run a file in the program's folder by its bare name, and returns the output. */
  runBeside(name: string, ...args: readonly string[]): Promise<string> {
    return finish("sh", join(this.#folder.path("prefix"), "bin"), name, ...args);
  }

  /** Absolute path of the folder of the package. */
  get package(): string {
    return this.#folder.path("prefix/lib/node_modules/dossier");
  }

  /** Creates a project with one module that knows the package only by name. */
  addProject(name: string, text: string): string {
    const project = this.#folder.path("project");
    Deno.mkdirSync(join(project, "node_modules"), { recursive: true });
    const link = join(project, "node_modules/dossier");
    if (!existsSync(link)) Deno.symlinkSync(this.package, link);
    Deno.writeTextFileSync(join(project, "deno.json"), JSON.stringify(FOREIGN_CONFIG));
    Deno.writeTextFileSync(join(project, "package.json"), '{"dependencies":{"dossier":"*"}}');
    Deno.writeTextFileSync(join(project, name), text);
    return project;
  }

  async run(
    args: readonly string[],
    input = "",
    program = this.#program,
  ): Promise<RunResult> {
    const child = this.#command(program, args).spawn();
    const writer = child.stdin.getWriter();
    const written = writer.write(new TextEncoder().encode(input)).then(() => writer.close())
      .catch(() => {});
    const [{ code, stdout, stderr }] = await Promise.all([child.output(), written]);
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

Deno.test("the npm package runs on a machine that has nothing but Node and npm", async (test) => {
  using machine = new Installation();
  await machine.install();
  const { version } = JSON.parse(Deno.readTextFileSync("cli/deno.json"));

  await test.step("version and help, which call it dossier", async () => {
    for (const name of ["--version", "version"]) {
      assert.equal(assertSuccess(await machine.run([name])), `dossier ${version}\n`);
    }
    assert.equal(await machine.runBeside("dossier", "version"), `dossier ${version}\n`);
    const help = assertSuccess(await machine.run(["help"]));
    assert.match(help, /^Usage: dossier COMMAND /m);
    assert.doesNotMatch(help, /deno task/);
    // It needs the sources, which are missing.
    assert.doesNotMatch(help, /^ {2}compile /m);
    assert.match(assertSuccess(await machine.run(["log", "--help"])), /^ {2}dossier log show 12 /m);
    assert.match(
      assertSuccess(await machine.run(["completions", "fish"])),
      /^complete -c dossier/m,
    );
  });

  await test.step("a typo, whose exit code comes through", async () => {
    const message = /no such command: did you mean "context"\?$/m;
    assertFailure(await machine.run(["contxt", "x"]), { code: 2, message });
  });

  await test.step("index and context, from a folder and about words of any kind", async () => {
    Deno.writeTextFileSync(
      join(machine.folder, "upload.py"),
      'def retry_upload(file):\n    """Retry 🎈 twice."""\n    return send(file)\n',
    );
    assert.match(assertSuccess(await machine.run(["index"])), /^1 document/);
    // Again with commits to read: each part of the work takes the lock that the previous part has
    // released.
    await finish("git", machine.folder, "init", "--quiet");
    assert.match(assertSuccess(await machine.run(["index"])), /^1 document/);
    const query = "retry  the upload 🎈";
    const bundle = JSON.parse(assertSuccess(await machine.run(["context", "--json", query])));
    assert.equal(bundle.query, query);
    assert.equal(bundle.root, Deno.realPathSync(machine.folder));
    const input = assertSuccess(await machine.run(["context", "-"], "retry upload"));
    assert.match(input, /^## upload\.py:1-3 retry_upload/m);
  });

  await test.step("an issue whose front matter takes a parser of YAML", async () => {
    const issue =
      '---\ntitle: "retry \\u0075pload"\nlabels: &all [slow]\n---\nTwice is not enough.\n';
    Deno.writeTextFileSync(join(machine.folder, "issue.md"), issue);
    const bundle = await machine.run(["context", "--issue", "issue.md"]);
    assert.match(assertSuccess(bundle), /^# Context for .*retry upload$/m);
    Deno.removeSync(join(machine.folder, "issue.md"));
  });

  await test.step("callers, by a name that only syntax trees resolve", async () => {
    Deno.writeTextFileSync(join(machine.folder, "send.ts"), "export function send() {}\n");
    Deno.writeTextFileSync(
      join(machine.folder, "queue.ts"),
      'import { send as post } from "./send.ts";\n\nexport const drain = () => post();\n',
    );
    const { definitions, notes }: Structure = JSON.parse(
      assertSuccess(await machine.run(["callers", "--json", "send.ts#send"])),
    );
    assert.deepEqual(definitions.map(({ symbol, certainty }) => [symbol, certainty]), [
      ["drain", "certain"],
    ]);
    assert.deepEqual(notes, []);
    for (const name of ["send.ts", "queue.ts"]) Deno.removeSync(join(machine.folder, name));
  });

  await test.step("what options need", async () => {
    const exact = await machine.run(["context", "--estimator", "o200k", "upload"]);
    assert.match(assertSuccess(exact), /retry_upload/);
    const found = assertSuccess(await machine.run(["doctor"]));
    assert.match(found, /^ok {2}packages /m);
  });

  await test.step("serve, which a signal reaches", async () => {
    const server = machine.command("serve", "--port", "0").spawn();
    try {
      let said = "";
      for await (const part of server.stderr.pipeThrough(new TextDecoderStream())) {
        said += part;
        if (ORIGIN_REGEXP.test(said)) break;
      }
      const [origin] = ORIGIN_REGEXP.exec(said) ?? [];
      assert.ok(origin, said);
      const page = await fetch(`${origin}/`, { headers: { accept: "text/html" } });
      assert.match(await page.text(), /<form /);
      const answer = await fetch(`${origin}/v1/search`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: "retry upload" }),
      });
      assert.equal((await answer.json()).results[0].path, "upload.py");
    } finally {
      server.kill("SIGTERM");
      await Promise.all([server.stdin.close(), server.stdout.cancel()]);
    }
    assert.equal((await server.status).code, 0);
  });

  await test.step("mcp, on its standard input and output", async () => {
    const { result } = JSON.parse(assertSuccess(await machine.run(["mcp"], `${INITIALIZE}\n`)));
    assert.deepEqual([result.serverInfo.name, result.serverInfo.version], ["dossier", version]);
  });

  await test.step("as a plugin of Claude Code, whose hooks and server start from its folder", async () => {
    const read = (path: string) => Deno.readTextFileSync(join(machine.package, path));
    assert.equal(JSON.parse(read(".claude-plugin/plugin.json")).version, version);
    for (const path of ["skills/dossier/SKILL.md", "agents/dossier.md"]) {
      assert.match(read(path), /^---\nname: dossier\n/);
    }
    const [{ hooks: [hook] }] = JSON.parse(read("hooks/hooks.json")).hooks.SessionStart;
    const { dossier } = JSON.parse(read(".mcp.json")).mcpServers;
    const start = (entry: { command: string; args: string[] }, input: object) => {
      const program = entry.command.replace("${CLAUDE_PLUGIN_ROOT}", machine.package);
      return machine.run(entry.args, `${JSON.stringify(input)}\n`, program);
    };
    const event = { "hook_event_name": "SessionStart", source: "startup", "session_id": "s1" };
    assert.match((await start(hook, { ...event, cwd: machine.folder })).stdout, /retry_upload/);
    const answer = await start(dossier, JSON.parse(INITIALIZE));
    assert.equal(JSON.parse(answer.stdout).result.serverInfo.name, "dossier");
  });

  await test.step("the library, by its name and with its types, from a project of its own", async () => {
    const example = Deno.readTextFileSync("examples/library.ts").replace(
      '"../mod.ts"',
      '"dossier"',
    );
    const project = machine.addProject("library.ts", `${example}\n${WRONG_CALL}`);
    await finish(Deno.execPath(), project, "check", "--quiet", "library.ts");
    const permissions = ["--allow-read", "--allow-write", "--allow-run=git", "--allow-env"];
    const args = [...permissions, "library.ts", machine.folder, "retry an upload"];
    const said = await finish(Deno.execPath(), project, "run", ...args);
    assert.match(said, /^file:upload\.py#L1-3 \(whole\)$/m);
    assert.match(said, /^best: upload\.py \d/m);
  });

  await test.step("the other doors of the library, with their types", async () => {
    const project = machine.addProject("doors.ts", DOORS);
    await finish(Deno.execPath(), project, "check", "--quiet", "doors.ts");
    const said = await finish(Deno.execPath(), project, "run", "--allow-read", "doors.ts");
    assert.equal(said, `${"function ".repeat(4)}object function function function\n`);
  });
});
