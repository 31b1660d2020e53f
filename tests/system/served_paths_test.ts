import assert from "node:assert/strict";
import { createApp, nameRoots, openLocalService } from "@dossier/server";
import { TempWorkspace } from "../temp_workspace.ts";

/** Word that occurs only in places from which nothing may be served. */
const FORBIDDEN_WORD = "zanzibarine";

/** File whose text contains the word, for which a reader would search in each place. */
const FORBIDDEN_TEXT = `# The ${FORBIDDEN_WORD} plan\n\ndef ${FORBIDDEN_WORD}():\n    pass\n`;

/** Files of the tree that rules exclude, and one link to a file outside. */
const FORBIDDEN_FILES = [
  ".env",
  "config/credentials.json",
  "my_secret_plan.md",
  "node_modules/lib/index.md",
  "ignored.md",
  "hidden/notes.md",
  ".dossier/state/notes.md",
  "linked/outside.md",
  "linked\\outside.md",
  "hidden\\notes.md",
  "node_modules\\lib\\index.md",
  "link.md",
];

/** Forms of a path that leads out of a tree; `outside.md` is beside the tree. */
function waysOut(root: string): string[] {
  const plain = [
    "../outside.md",
    "src/../../outside.md",
    `${root}/../outside.md`,
    "./../outside.md",
  ];
  const encoded = plain.flatMap((path) => [
    encodeURIComponent(path),
    encodeURIComponent(encodeURIComponent(path)),
    path.replaceAll("..", "%2e%2e"),
    path.replaceAll("/", "\\"),
  ]);
  return [
    ...plain,
    ...encoded,
    `${root.slice(0, root.lastIndexOf("/"))}/outside.md`,
    "file:///etc/passwd",
    "/etc/passwd",
    "//etc/passwd",
    "\\\\localhost\\share\\outside.md",
    "//localhost/share/outside.md",
    "C:\\outside.md",
    "....//outside.md",
    "..\u2215outside.md",
    "src/\u0000/../../outside.md",
    "~/outside.md",
  ];
}

/** Tree with many files that may not be served. */
function makeTree(): TempWorkspace {
  const workspace = new TempWorkspace({
    "README.md": "# Uploader\n\nSends files. Failed uploads are tried again.\n",
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    ".gitignore": "ignored.md\n",
    ".dossierignore": "hidden/\n",
    ".env": `PASSWORD=${FORBIDDEN_WORD}\n`,
    "config/credentials.json": `{"key":"${FORBIDDEN_WORD}"}\n`,
    "my_secret_plan.md": FORBIDDEN_TEXT,
    "node_modules/lib/index.md": FORBIDDEN_TEXT,
    "ignored.md": FORBIDDEN_TEXT,
    "hidden/notes.md": FORBIDDEN_TEXT,
    "../outside.md": FORBIDDEN_TEXT,
  });
  workspace.initialize();
  workspace.commit();
  workspace.write(".dossier/state/notes.md", FORBIDDEN_TEXT);
  Deno.symlinkSync(workspace.path("../outside.md"), workspace.path("link.md"));
  Deno.symlinkSync(workspace.path(".."), workspace.path("linked"));
  return workspace;
}

Deno.test("no route serves files outside the root or excluded by a rule", async () => {
  using workspace = makeTree();
  await using service = openLocalService(nameRoots([workspace.root]));
  const failures: unknown[] = [];
  const app = createApp(service, { onFailure: (error) => failures.push(error) });
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await app.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.status < 500, `${method} ${path} ${JSON.stringify(body)}: ${text}`);
    return text;
  };
  await ask("POST", "/v1/search", { query: "plan" });
  let round = 0;
  for (const path of [...FORBIDDEN_FILES, ...waysOut(workspace.root)]) {
    const manifest = { primary: [path], read: [path], forbidden: [] };
    const answers = [
      await ask("POST", "/v1/context", { query: `what does ${path}:1 say`, refresh: false }),
      await ask("POST", "/v1/context", {
        query: "plan",
        filter: { paths: [path] },
        refresh: false,
      }),
      await ask("POST", "/v1/context", { issue: path, refresh: false }),
      await ask("POST", "/v1/context", { issue: `${path}#1`, refresh: false }),
      await ask("POST", "/v1/context", { issue: { title: `Change [[${path}]]`, manifest } }),
      await ask("POST", "/v1/need", {
        text: `NEED_CODE: ${path}\nNEED_CODE: ${path}:1-3\nNEED_DOC: ${path}\nNEED_FILE: ${path}\n`,
        session: `s-${++round}`,
      }),
      await ask("POST", "/v1/search", {
        query: path,
        filter: { paths: [path, "**/*"] },
        refresh: false,
      }),
      await ask("POST", "/v1/search", { query: "plan", root: path }),
      await ask("GET", `/v1/log/${path}`),
      await ask("GET", `/v1/log/${encodeURIComponent(path)}/text`),
      await ask("GET", `/v1/status?root=${encodeURIComponent(path)}`),
      await ask("GET", `/${path}`),
      await ask("GET", `/assets/${path}`),
    ];
    for (const [index, answer] of answers.entries()) {
      assert.equal(
        answer.includes(FORBIDDEN_WORD),
        false,
        `route ${index} for "${path}": ${answer}`,
      );
      assert.equal(answer.includes("root:x:0:0"), false, `route ${index} for "${path}"`);
    }
  }
  assert.deepEqual(failures, []);
});

Deno.test("no route finds files outside the root or excluded by a rule by their words", async () => {
  using workspace = makeTree();
  await using service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  for (const path of ["/v1/context", "/v1/search", "/v1/explain"]) {
    const response = await app.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: `the ${FORBIDDEN_WORD} plan`, refresh: true }),
    });
    const { fragments = [], results = [], omitted = [] } = await response.json();
    const given = [...fragments, ...omitted].map(({ location }) => location);
    const found = [...given, ...results].map((one: { path: string }) => one.path);
    for (const file of found) assert.ok(["README.md", "src/upload.py"].includes(file), file);
  }
});

Deno.test("a secret in a served file is masked by every route", async () => {
  const key = ["AKIA", "IOSFODNN7EXAMPLQ"].join("");
  const token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].join("");
  using workspace = new TempWorkspace({
    "src/deploy.py": `def deploy(token="${token}"):\n    connect("${key}", "${token}")\n`,
  });
  await using service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  const asked = [
    ["/v1/context", { query: "deploy connect" }],
    ["/v1/context", { issue: { title: "Deploy", manifest: { primary: ["src/deploy.py"] } } }],
    ["/v1/context", { issue: "src/deploy.py" }],
    ["/v1/need", { text: "NEED_CODE: src/deploy.py", session: "s" }],
    ["/v1/search", { query: "deploy connect" }],
    ["/v1/explain", { query: "deploy connect" }],
    ["/v1/structure", { kind: "outline", targets: ["src/deploy.py"] }],
  ] as const;
  for (const [path, body] of asked) {
    const response = await app.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(text.includes("deploy"), path);
    assert.equal(text.includes(token), false, path);
  }
  const { text } = await service.call("read", { path: "src/deploy.py" });
  assert.equal(text.includes(token), false);
});
