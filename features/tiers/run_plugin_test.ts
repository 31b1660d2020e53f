import assert from "node:assert/strict";
import { makeTierProject } from "../../tests/tier_project.ts";
import { noise } from "../../tests/sample_secrets.ts";
import { makeTree } from "../../tests/temp_tree.ts";
import { type PluginRequest, runPlugin } from "./run_plugin.ts";

const REQUEST: PluginRequest = {
  call: "provide",
  uri: "blue://tickets/",
  session: "s",
  prompt: "fix it",
  commits: ["AB-12 fix"],
  files: [],
};

/** Returns the answer of a plugin that is a script or a module. */
async function ask(
  how: { readonly script: string } | { readonly module: string } | { readonly command: string[] },
  timeLimitMs = 5000,
) {
  const files = "module" in how
    ? { "plugin.js": how.module }
    : { "plugin.sh": "script" in how ? how.script : "" };
  using tree = makeTree(files);
  const plugin = { uri: REQUEST.uri, provides: [], salienceTriggers: [] };
  const run = "module" in how
    ? { module: "plugin.js" }
    : { command: "command" in how ? how.command : ["bash", "plugin.sh"] };
  const answer = await runPlugin({ ...plugin, ...run }, REQUEST, { root: tree.root, timeLimitMs });
  return answer.kind === "answered" ? answer.pieces : answer.reason;
}

const ANSWER = `{"items": [{"id": "AB-12", "text": "Uploads fail."}]}`;

Deno.test("B-24: a program is given one line of JSON without a budget, and answers one", async () => {
  assert.deepEqual(await ask({ script: `read -r line; echo '${ANSWER}'` }), [
    { path: "blue://tickets/AB-12", text: "Uploads fail." },
  ]);
  const [echo] = await ask({
    script:
      `read -r line; printf '{"items": [{"id": "x", "text": "%s"}]}' "$(echo "$line" | base64 -w0)"`,
  }) as readonly { readonly text: string }[];
  assert.deepEqual(JSON.parse(atob(echo!.text)), REQUEST);
});

Deno.test("B-24: a module is posted the request, and posts its answer", async () => {
  const pieces = await ask({
    module:
      `onmessage = ({ data }) => postMessage({ items: [{ id: data.commits[0].slice(0, 5), text: data.prompt }] });`,
  });
  assert.deepEqual(pieces, [{ path: "blue://tickets/AB-12", text: "fix it" }]);
});

Deno.test("B-24: a plugin that hangs, floods, dies or only complains is passed over with the reason", async () => {
  const reasons = {
    "exec sleep 60": /^it took longer than 300 ms$/,
    "while :; do :; done": /^it took longer than 300 ms$/,
    "yes": /^it wrote more than 65536 bytes$/,
    "yes >&2": /^it wrote more than 65536 bytes$/,
    "echo no database >&2; exit 3": /^it exited with code 3, and reported: no database$/,
    "echo no database >&2": /^it wrote nothing to standard output, and reported: no database$/,
    [`echo ghp_${noise(36)} >&2; exit 3`]: /^it exited with code 3, and reported: «masked: /,
    "kill -9 $$": /^it exited with code 137$/,
    "echo no JSON": /^its answer is not valid JSON$/,
    [`echo '{"items": [{"id": 1}]}'`]: /^its answer is not /,
  };
  for (const [script, reason] of Object.entries(reasons)) {
    assert.match(
      String(await ask({ script }, /sleep|while/.test(script) ? 300 : 5000)),
      reason,
      script,
    );
  }
  const modules = {
    // The loop ends by itself, as the runtime would continue it during the next tests.
    "for (const end = Date.now() + 1500; Date.now() < end;);": /^it took longer than 300 ms$/,
    "onmessage = () => { throw new Error('no database') };":
      /^its module has failed: .*no database/,
    "this is no module": /^its module has failed/,
    [`onmessage = () => postMessage({ items: [{ id: "x", text: "x".repeat(70000) }] });`]:
      /^it wrote more than/,
  };
  for (const [module, reason] of Object.entries(modules)) {
    assert.match(String(await ask({ module }, /for \(/.test(module) ? 300 : 5000)), reason, module);
  }
});

Deno.test({
  name:
    "B-24: of a plugin that leaves a process behind which holds its output, no pipe is kept open",
  sanitizeResources: true,
  sanitizeOps: true,
  fn: async () => {
    assert.match(
      String(await ask({ script: "sleep 2 & echo '{}'" }, 300)),
      /^it took longer than 300 ms$/,
    );
  },
});

Deno.test("a missing or forbidden program is reported with a fix", async () => {
  assert.match(
    String(await ask({ command: ["no-such-program"] })),
    /no-such-program" was not found: /,
  );
  assert.match(
    String(await ask({ command: ["python3", "x.py"] })),
    /^this process may not run "python3": write "deno task with-plugins" in front of the command$/,
  );
});

const MANIFEST = `version: 1
reference: {max_tokens: 100}
plugins:
  - uri: blue://tickets/
    command: [bash, plugins/tickets.sh]
    salience_triggers: [{commit_msg_pattern: '^[A-Z]{2,5}-[0-9]+'}]
  - uri: blue://broken/
    command: [bash, plugins/broken.sh]
    salience_triggers: [{keyword_match: DEPLOY}, {file_annotation: '@ticket'}]
`;

Deno.test("B-24: plugins are asked while a trigger is active, share the budget, and may fail", async () => {
  using project = await makeTierProject({
    ".blue/context.manifest.yaml": MANIFEST,
    "plugins/tickets.sh": `echo '${ANSWER}'`,
    "plugins/broken.sh": "exit 1",
    "src/a.ts": "// @ticket\n",
  });
  const status = async (options: Parameters<typeof project.tiers.status>[0]) =>
    (await project.tiers.status({ allowPlugins: true, ...options }))!;
  const idle = await status({ commits: ["fix"], prompt: "hello" });
  assert.deepEqual(idle.plugins.map(({ status }) => status), ["inactive", "inactive"]);
  assert.equal(idle.tiers[2]?.text, "");
  const active = await status({ commits: ["AB-12 fix"], files: ["src/a.ts"] });
  assert.deepEqual(active.plugins.map(({ status }) => status), ["active", "skipped"]);
  assert.equal(active.tiers[2]?.text, "Uploads fail.");
  assert.deepEqual(active.warnings.map(({ message }) => message), [
    "blue://broken/ was skipped: it exited with code 1",
  ]);
  project.write({ "plugins/broken.sh": `echo '${ANSWER.replace("Uploads", "Downloads")}'` });
  const both = await status({ commits: ["AB-12 fix"], prompt: "Deploy it" });
  assert.match(both.tiers[2]!.text, /^Uploads fail\.\n---\n\nDownloads fail\.$/);
});

Deno.test("programs of a project are not run unless the user allows it", async () => {
  using project = await makeTierProject({
    ".blue/context.manifest.yaml": MANIFEST,
    "plugins/tickets.sh": "touch ran; echo '{}'",
  });
  const { plugins } = (await project.tiers.status({ commits: ["AB-12"] }))!;
  assert.equal(plugins[0]?.status, "skipped");
  assert.match(plugins[0]?.reason ?? "", /--allow-plugins$/);
  await project.tiers.start("s");
  assert.throws(() => Deno.statSync(`${project.root}/ran`), Deno.errors.NotFound);
});
