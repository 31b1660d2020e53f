import { openEngine } from "@dossier/retrieval";
import assert from "node:assert/strict";
import fc from "fast-check";
import { NO_EMBEDDER, render } from "../task_fixture.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { linesOf } from "../lines_of.ts";

/** Random-looking letters and digits, assembled here: no line of this file contains a secret. */
function noise(length: number, seed: number): string {
  const alphabet = "ABCDEFGHKLMNPQRSTUVWXYZabcdefghkmnpqrstuvwxyz23456789";
  return Array.from(
    { length },
    (_, at) => alphabet[(at * at * 31 + at * 17 + seed * 7 + 5) % alphabet.length],
  ).join("");
}

/** Returns the lines of a private key. */
function key(seed: number): readonly string[] {
  const mark = (word: string) => ["-----", word, " RSA PRIVATE", " KEY-----"].join("");
  const body = Array.from({ length: 12 }, (_, at) => `MII${noise(61, seed + at)}`);
  return [mark("BEGIN"), ...body, mark("END")];
}

interface Planted {
  /** Lines of a file. */
  readonly lines: readonly string[];
  /** Part of them that no output may contain. */
  readonly secrets: readonly string[];
}

/**
 * Returns secrets of all kinds: over several lines, with a name on the previous line, in one long
 * line.
 */
function plant(seed: number): readonly Planted[] {
  const value = noise(40, seed);
  const token = ["gh", "p_"].join("") + noise(36, seed);
  return [
    { lines: [`password = "${value}"`], secrets: [value] },
    { lines: ["password:", `  "${value}"`], secrets: [value] },
    { lines: [`  url = https://user:${value}@host/x`], secrets: [value] },
    { lines: [`    extraheader = AUTHORIZATION: basic ${value}`], secrets: [value] },
    { lines: [`const token = "${token}";`], secrets: [token] },
    { lines: key(seed), secrets: key(seed).slice(1, -1) },
    { lines: [`${"long words ".repeat(180)}${token} ${"more ".repeat(99)}`], secrets: [token] },
    { lines: [`const handler = "${["gl", "dt-"].join("")}${value}";`], secrets: [value] },
    {
      lines: [
        "kind: Secret",
        "metadata:",
        ...Array.from({ length: 9 }, (_, at) => `  deploy_${at}: handler of the service`),
        "data:",
        ...Array.from({ length: 9 }, (_, at) => `  request_${at}: aGFuZGxlcg==`),
        `  handler: ${value.toLowerCase().replaceAll(/\d/g, "k")}`,
      ],
      secrets: [value.toLowerCase().replaceAll(/\d/g, "k")],
    },
    {
      lines: [
        'variable "service_password" {',
        ...["description = the handler", "type = string", "sensitive = true", "nullable = false"],
        `  default = "${value}"`,
        "}",
      ],
      secrets: [value],
    },
  ];
}

/** Number of characters that suffice to detect a rest of a secret. */
const PART = 10;

/** Asserts that a text contains no significant part of a secret. */
function assertHidden(text: string, secrets: readonly string[], what: string): void {
  for (const secret of secrets) {
    for (let at = 0; at + PART <= secret.length; at++) {
      const part = secret.slice(at, at + PART);
      assert.ok(!text.includes(part), `${what} has "${part}" of "${secret}": ${text}`);
    }
  }
}

Deno.test("no secret anywhere in a file is in any sent text, for any cut", async () => {
  const planted = fc.record({
    name: fc.constantFrom("settings.py", "notes.md", "deploy.txt", "data.js"),
    before: fc.nat(70),
    after: fc.nat(70),
    seed: fc.nat(1000),
    kind: fc.nat(9),
    budget: fc.constantFrom(150, 400, 900, 4000),
    from: fc.nat(90),
    count: fc.nat(30),
  });
  await fc.assert(
    fc.asyncProperty(planted, async ({ name, before, after, seed, kind, budget, from, count }) => {
      const { lines, secrets } = plant(seed)[kind]!;
      const line = (at: number) =>
        at % 9 === 0 ? `def handle_${at}(request):` : `    deploy the handler ${at} of the service`;
      const rows = [
        ...Array.from({ length: before }, (_, at) => line(at)),
        ...lines,
        ...Array.from({ length: after }, (_, at) => line(at + 100)),
      ];
      using workspace = new TempWorkspace({
        [name]: `${rows.join("\n")}\n`,
        "other.py": "def other():\n    return 1\n",
      });
      using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
      const check = (text: string, what: string) => assertHidden(text, secrets, what);
      const query = "deploy the handler of the service, request password token key url";
      const bundle = await engine.context(query, { budget, session: "s" });
      check(JSON.stringify(bundle), "a bundle");
      check(await render(bundle, "xml"), "a rendered bundle");
      for (const manifest of [{ primary: [name] }, { read: [name] }, undefined]) {
        const issue = {
          id: "1",
          title: "deploy the handler",
          description: `See [[${name.split(".")[0]}]] and ${name}`,
          labels: [],
          ...(manifest === undefined
            ? {}
            : { manifest: { primary: [], read: [], forbidden: [], version: 1, ...manifest } }),
        };
        check(JSON.stringify(await engine.contextForIssue(issue, { budget })), "a task's bundle");
      }
      const startLine = Math.min(from + 1, rows.length);
      const endLine = Math.min(startLine + count, rows.length);
      const range = `${name}:${startLine}-${endLine}`;
      const needs =
        `NEED_CODE: ${range}\nNEED_DOC: ${range}\nNEED_DOC: ${name}\nNEED_CODE: ${name}`;
      check(JSON.stringify(await engine.answerRequests(needs, { session: "t" })), "an answer");
      check((await engine.readFile(name, { startLine, endLine })).text, "lines of a file");
      check(JSON.stringify(await engine.search(query)), "a search");
      for (const { id } of await engine.log()) {
        check(JSON.stringify(await engine.findRecord(id)), "a record");
        check(JSON.stringify(await engine.renderRecord(id)), "a record's text");
      }
    }),
    { numRuns: 45 },
  );
});

Deno.test("secrets in questions, issues and agents' texts are masked in stored data", async () => {
  using workspace = new TempWorkspace({ "a.py": "def deploy():\n    return 1\n" });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const token = ["gh", "p_"].join("") + noise(36, 3);
  const password = noise(24, 4);
  const said = `deploy fails with password = "${password}" and ${token}`;
  const asked = await engine.context(said, { session: "s", trigger: `hook ${token}` });
  const issue = { id: "7", title: said, description: `${said}\n`, labels: [token] };
  const task = await engine.contextForIssue(issue, { session: "s" });
  const need = `I tried ${said}\nNEED_CODE: a.py\nNEED_CODE: src/${token}.py`;
  const answer = await engine.answerRequests(need, { session: "s", round: 1 });
  const again = await engine.answerRequests(need, { session: "s", round: 1 });
  assert.equal(again.record, answer.record);
  assert.equal(linesOf(asked.fragments)[0]?.path, "a.py");
  const log = await engine.log();
  assert.equal(log.length, 3);
  const texts = [JSON.stringify([asked, task, answer, again, log])];
  for (const { id } of log) {
    const restored = await engine.renderRecord(id);
    assert.ok(restored !== undefined && "text" in restored, JSON.stringify(restored));
    texts.push(restored.text, JSON.stringify(await engine.findRecord(id)));
  }
  for (const name of ["state.db", "state.db-wal"]) {
    const bytes = Deno.readFileSync(workspace.path(`.dossier/state/${name}`));
    texts.push(new TextDecoder("latin1").decode(bytes));
  }
  for (const text of texts) assertHidden(text, [token, password], "what is kept");
  assert.match(texts[0]!, /«masked: github-token»/);
});
