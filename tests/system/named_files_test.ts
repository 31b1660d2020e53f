import assert from "node:assert/strict";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

/** Maximum time of an answer before it counts as waiting for a pipe, in seconds. */
const PATIENCE_S = 60;

/** Runs the program, and ends it when it waits forever. */
function run(workspace: HostedWorkspace, args: readonly string[], prepare = "true") {
  return workspace.run(args, { shell: `${prepare}\nexec timeout ${PATIENCE_S} "$@"` });
}

Deno.test("a link or pipe with a known name in the tree is neither followed nor waited for", async () => {
  const context = ["context", "--issue", "issue.json", "--format", "prompt"];
  const places: readonly (readonly [path: string, args: readonly string[], message: RegExp])[] = [
    [".dossier/prompt.md", context, /template "\.dossier\/prompt\.md" as it is not a regular file/],
    [
      ".dossier/config.yaml",
      ["search", "zebra"],
      /"\.dossier\/config\.yaml" as it is not a regular/,
    ],
    ["issue.json", context, /issue from "issue\.json" as it is not a regular file: pass it on/],
  ];
  for (const [path, args, message] of places) {
    using workspace = new HostedWorkspace({
      "a.md": "# Zebra\n",
      "issue.json": '{"title": "zebra"}',
      ".dossier/x": "",
    });
    const made = await run(workspace, args, `rm -f ${path}; mkfifo ${path}`);
    assertFailure(made, { code: 2, message });
    if (path === "issue.json") continue;
    const linked = await run(workspace, args, `rm -f ${path}; ln -s /etc/passwd ${path}`);
    assertFailure(linked, { code: 2, message });
    assert.ok(!`${linked.stdout}${linked.stderr}`.includes("root:"), "what the link leads to");
  }
});

Deno.test("an ignore file or foreign settings that are a pipe cause a note, but no delay", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Zebra\n", "b/c.md": "# Zebra two\n" });
  const pipes = "mkfifo .noface.toml .gitignore b/.gitignore .dossierignore";
  const found = await run(workspace, ["search", "zebra"], pipes);
  assert.match(assertSuccess(found), /a\.md/);
  assert.match(
    found.stderr,
    /"\.noface\.toml" is ignored as it is not a regular file but a pipe/,
  );
  assert.match(found.stderr, /3 ignore files are not applied.*: "\.dossierignore"/);
});

Deno.test("a file named by the user must not be a pipe or endless", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Zebra\n" });
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["search", "--file", "pipe"], /query from "pipe" as it is not a regular file: pass it on/],
    [
      ["search", "--file", "/dev/zero"],
      /from "\/dev\/zero" as it is not a regular file: pass it on/,
    ],
    [
      ["search", "--file", "huge"],
      /from "huge" as it is larger than \d+ bytes \(it has \d+\): make it smaller/,
    ],
    [
      ["context", "--issue", "/dev/zero"],
      /from "\/dev\/zero" as it is not a regular file: pass it/,
    ],
    [
      ["serve", "--token-file", "pipe"],
      /token file ".*\/pipe" as it is not a regular file but a pipe/,
    ],
    [
      ["serve", "--token-file", "/dev/zero"],
      /token file "\/dev\/zero" as it is not a regular file/,
    ],
  ];
  for (const [args, message] of cases) {
    const result = await run(workspace, args, "rm -f pipe; mkfifo pipe; truncate -s 1G huge");
    assertFailure(result, { code: 2, message });
  }
  workspace.remove("pipe");
  workspace.write("query.txt", "zebra");
  Deno.symlinkSync("query.txt", workspace.path("link"));
  assert.match(assertSuccess(await run(workspace, ["search", "--file", "link"])), /a\.md/);
  // A tracker or a transcript may be larger than the limit of a tree's files.
  const large = await run(
    workspace,
    ["search", "--file", "large"],
    "printf zebra > large && " +
      "head -c 17M /dev/zero | tr '\\0' ' ' >> large",
  );
  assert.match(assertSuccess(large), /a\.md/);
});
