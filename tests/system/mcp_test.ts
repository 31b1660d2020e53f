import assert from "node:assert/strict";
import { mcpHandler } from "@dossier/server/mcp";
import { nameRoots, openLocalService } from "@dossier/server/service";
import { type Era, type McpSession, openMcpSession, type ToolResult } from "../mcp_session.ts";
import { TempWorkspace } from "../temp_workspace.ts";

const ERAS: readonly Era[] = ["2025-11-25", "2026-07-28"];

/** Secret that the scanner knows, assembled so that no scanner of sources finds it here. */
const SECRET = ["ghp", "x".repeat(4) + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6"].join("_");

const FILES = {
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
  "src/a b.py": "SPACE = 1\n",
  "docs/guide.md": "# Uploads\n\nA failed upload is retried three times.\n",
  ".env": "PASSWORD=hidden-words\n",
  ".gitignore": "ignored/\n",
  "ignored/plan.md": "# hidden-words\n",
  "issue.md": "# Retry uploads\n\nAs `retry_upload` says.\n",
};

/** Opens a session over each transport to a server, one after the other. */
function eachWay(
  name: string,
  test: (session: McpSession, workspace: TempWorkspace) => Promise<void>,
): void {
  for (const era of ERAS) {
    Deno.test(`mcp on stdio in ${era} ${name}`, async () => {
      using workspace = openTree();
      const server = {
        commandLine: workspace.commandLine(["mcp", "--root", workspace.root]),
        environment: workspace.environment(),
      };
      await using session = await openMcpSession(era, server);
      assert.equal(session.version, era);
      await test(session, workspace);
    });
    Deno.test(`mcpHandler() in ${era} ${name}`, async () => {
      using workspace = openTree();
      await using service = openLocalService(nameRoots([workspace.root]));
      const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
      await using server = Deno.serve(options, mcpHandler(service));
      const url = new URL(`http://127.0.0.1:${server.addr.port}/mcp`);
      await using session = await openMcpSession(era, url);
      assert.equal(session.version, era);
      await test(session, workspace);
    });
  }
}

function openTree(): TempWorkspace {
  const workspace = new TempWorkspace(FILES);
  workspace.initialize();
  return workspace;
}

/** Requests structured content with the text. */
const STRUCTURED = { isStructured: true };

/** Returns the structured content of an answer, which must say the same as its text. */
function structured(result: ToolResult): Record<string, unknown> {
  assert.equal(result.isError ?? false, false, JSON.stringify(result.content));
  return result.structuredContent as Record<string, unknown>;
}

function textOf({ content }: ToolResult): string {
  return content[0]?.text ?? "";
}

eachWay("sends structured content only on request", async (session) => {
  const calls: readonly (readonly [string, object])[] = [
    ["context", { query: "retry upload" }],
    ["need", { text: "NEED_CODE: src/upload.py", session: "t" }],
    ["read", { path: "src/upload.py" }],
    ["search", { query: "retry upload" }],
    ["status", {}],
    ["structure", { kind: "map" }],
  ];
  for (const { name, outputSchema } of await session.listTools()) {
    assert.equal(outputSchema, undefined, name);
  }
  for (const [name, args] of calls) {
    const { content, structuredContent } = await session.callTool(name, args);
    assert.deepEqual([...new Set(content.map(({ type }) => type))], ["text"], name);
    assert.equal(structuredContent, undefined, name);
    const asked = await session.callTool(name, args, STRUCTURED);
    assert.equal(typeof structured(asked), "object", name);
  }
});

eachWay("returns context, places, lines, answers and the state", async (session) => {
  const tools = await session.listTools();
  const names = ["context", "need", "read", "recall", "remember", "search", "status", "structure"];
  assert.deepEqual(tools.map(({ name }) => name), names);

  const bundle = await session.callTool(
    "context",
    { query: "retry upload", session: "s" },
    STRUCTURED,
  );
  const { text, record, tokens } = structured(bundle);
  assert.match(textOf(bundle), /def retry_upload/);
  assert.equal(text, textOf(bundle));
  assert.equal(record, "dossier://log/tree/1");
  assert.ok(Number(tokens) <= 4000);
  const held = await session.callTool("context", { issue: "issue.md", session: "s" });
  assert.doesNotMatch(textOf(held), /def retry_upload/);
  const fields = { title: "Retry uploads", description: "See `retry_upload`" };
  const issue = await session.callTool("context", { issue: fields, budget: 300 }, STRUCTURED);
  assert.match(textOf(issue), /def retry_upload/);
  assert.ok(Number(structured(issue)["tokens"]) <= 300);

  const found = await session.callTool(
    "search",
    { query: "retry upload", paths: ["src/**"] },
    STRUCTURED,
  );
  const [first] = structured(found)["results"] as { path: string; symbol: string }[];
  assert.equal(first?.path, "src/upload.py");
  assert.match(textOf(found), /^src\/upload\.py:1-2 {2}retry_upload {2}\d/);

  const named = await session.callTool("search", { query: "uploads", names: ["sendFile send"] });
  assert.match(
    textOf(named),
    /^src\/upload\.py:1-2 .*Note: Unmatched names \(1 of 2\): sendFile$/s,
  );
  const many = Array.from({ length: 500 }, (_, i) => `name${i}`);
  const refused = await session.callTool("context", { query: "uploads", names: many });
  assert.match(
    textOf(refused),
    /^invalid-query: Cannot search as there must be at most 64 names: current value is 500$/,
  );

  const read = await session.callTool(
    "read",
    { path: "src/upload.py", startLine: 2, endLine: 9 },
    STRUCTURED,
  );
  assert.deepEqual(structured(read), {
    name: "src/upload.py",
    startLine: 2,
    endLine: 2,
    lineCount: 2,
    text: "    return send(file)",
  });
  const again = await session.callTool("read", { path: String(record) }, STRUCTURED);
  assert.equal(structured(again)["text"], text);

  const asked = { text: "NEED_CODE: src/upload.py:2-2", session: "t", round: 1 };
  assert.match(textOf(await session.callTool("need", asked)), /return send\(file\)/);
  const outline = { kind: "outline", targets: ["src/upload.py"] };
  const structure = await session.callTool("structure", outline, STRUCTURED);
  assert.equal(textOf(structure), "src/upload.py\n  1-2  def retry_upload(file)\n");
  assert.equal(structured(structure)["text"], textOf(structure));
  const unknown = await session.callTool("structure", {
    kind: "callers",
    targets: ["retry_uplod"],
  });
  assert.match(textOf(unknown), /^symbol-not-found: .* did you mean "retry_upload"$/);
  const status = await session.callTool("status", {});
  assert.match(textOf(status), /^tree \(.*\): 5 documents/);
});

eachWay("lists and reads resources", async (session) => {
  await session.callTool("context", { query: "retry upload" });
  const listed = (await session.listResources()).map(({ uri }) => uri);
  assert.deepEqual(listed, ["dossier://log/tree", "dossier://log/tree/1"]);
  const templates = (await session.listTemplates()).map(({ uriTemplate }) => uriTemplate);
  const [document, record] = ["dossier://document/{root}/{+path}", "dossier://log/{root}/{id}"];
  const others = ["dossier://log/{root}{?before}", "dossier://log/{root}/{id}/omitted"];
  const sources = ["blue://{+path}", "knowledge:{+id}", "path:{+glob}", "dossier://{+path}"];
  assert.deepEqual(templates, [document, ...others, record, ...sources]);
  assert.equal(await session.readResource("dossier://document/tree/src/a%20b.py"), "SPACE = 1");
  assert.match(await session.readResource("dossier://log/tree"), /dossier:\/\/log\/tree\/1/);
  assert.match(await session.readResource("dossier://log/tree/1"), /def retry_upload/);
  assert.deepEqual(await session.complete(document!, { name: "root", value: "t" }), ["tree"]);
  assert.deepEqual(await session.complete(document!, { name: "root", value: "x" }), []);
  // Missing resources have their own code in the older version.
  const code = session.version === "2025-11-25" ? -32002 : -32602;
  for (const uri of ["document/tree/none.py", "document/other/a.py", "log/tree/7", "x/tree"]) {
    await assert.rejects(session.readResource(`dossier://${uri}`), { code });
  }
  await assert.rejects(session.readResource("dossier://log/tree?before=9"), { code });
  await assert.rejects(session.readResource("dossier://document/tree/.env"), { code: -32602 });
});

eachWay(
  "returns every resource with its listed media type",
  async (session, { root }) => {
    const [query, type] = ["retry upload", "text/markdown"];
    await session.callTool("context", { query });
    await using service = openLocalService(nameRoots([root]));
    for (const format of ["json", "xml", "prompt"] as const) {
      await service.call("context", {
        query,
        format,
      });
    }
    const listed = (await session.listResources()).map(({ uri, mimeType }) => [uri, mimeType]);
    // The types of records differ, and are known when a record is read.
    const records = [4, 3, 2, 1].map((id) => [`dossier://log/tree/${id}`, undefined]);
    assert.deepEqual(listed, [["dossier://log/tree", type], ...records]);
    const types = {
      "log/tree": type,
      "log/tree?before=1": type,
      "log/tree/1": type,
      "log/tree/1/omitted": type,
      "log/tree/2": "application/json",
      "log/tree/2/omitted": type,
      "log/tree/3": "application/xml",
      "log/tree/4": type,
      "document/tree/docs/guide.md": "text/plain",
    };
    for (const [uri, type] of Object.entries(types)) {
      assert.deepEqual(await session.typesOf(`dossier://${uri}`), [type], uri);
    }
    Deno.writeTextFileSync(`${root}/src/upload.py`, "def retry_upload(file): pass\n");
    assert.deepEqual(await session.typesOf("dossier://log/tree/2"), [type], "what has changed");
  },
);

eachWay("refuses an unknown cursor of a list", async (session) => {
  const lists = ["listTools", "listResources", "listTemplates", "listPrompts"] as const;
  for (const list of lists) {
    assert.ok((await session[list]()).length > 0, list);
    await assert.rejects(session[list]("bogus"), { code: -32602, message: /cursor/ });
  }
});

eachWay(
  "has prompts for the main tasks, which name the tools and their arguments",
  async (session) => {
    const prompts = await session.listPrompts();
    assert.deepEqual(
      prompts.map(({ name, arguments: given }) => [
        name,
        (given ?? []).map((each) => each.name + (each.required ? "" : "?")),
      ]),
      [
        ["start-issue", ["issue", "session?"]],
        ["ask", ["question", "session?"]],
        ["answer-requests", ["text", "session"]],
      ],
    );
    const start = await session.getPrompt("start-issue", { issue: "issue.md", session: "web-7" });
    assert.match(start, /^Start on this issue: issue\.md\n\n.*"context".*the session "web-7"/s);
    assert.doesNotMatch(await session.getPrompt("ask", { question: "why" }), /session/);
    const requests = { text: "NEED_CODE: a.py", session: "s" };
    assert.match(
      await session.getPrompt("answer-requests", requests),
      /^NEED_CODE: a\.py\n\n.*"need"/,
    );
    await assert.rejects(session.getPrompt("ask", {}), { code: -32602 });
    await assert.rejects(session.getPrompt("bogus", {}), { code: -32602 });
  },
);

/** Manifest of a project of Blue, with an RFC in progress. */
const DECLARED = {
  ".blue/context.manifest.yaml": "version: 1\nidentity:\n  sources:\n" +
    "    - {uri: blue://docs/adrs/, label: Decisions}\n    - {uri: blue://context/voice}\n" +
    "workflow:\n  sources:\n    - {uri: 'blue://docs/rfcs/{active}'}\n",
  ".blue/docs/adrs/0001-first.md": "First decision.\n",
  ".blue/docs/rfcs/0016-context.md": "# Context\n\nStatus: In Progress\n",
  ".blue/docs/rfcs/0016-context.plan.md": "- [x] one\n- [ ] two\n- [ ] three\n",
};

function declare(workspace: TempWorkspace): void {
  for (const [path, text] of Object.entries(DECLARED)) workspace.write(path, text);
}

eachWay(
  "B-22: lists the resources of the manifest, in order and once",
  async (session, workspace) => {
    const before = await session.listResources();
    declare(workspace);
    const listed = (await session.listResources()).slice(before.length);
    assert.deepEqual(listed.map(({ uri, name }) => [uri, name]), [
      ["blue://docs/adrs/", "All Adrs"],
      ["blue://context/voice", "Voice Context"],
      ["blue://docs/rfcs/0016", "Rfc 0016"],
      ["blue://docs/rfcs/", "All Rfcs"],
      ["blue://docs/spikes/", "All Spikes"],
      ["blue://docs/dialogues/", "All Dialogues"],
      ["blue://docs/runbooks/", "All Runbooks"],
      ["blue://docs/patterns/", "All Patterns"],
      ["blue://state/current-rfc", "Current rfc"],
      ["blue://state/active-tasks", "Active tasks"],
      ["blue://docs/rfcs/0016/plan", "Rfc 0016/plan"],
    ]);
    assert.deepEqual([listed[0]?.description, listed[0]?.mimeType], ["Decisions", "text/markdown"]);
    for (const { uri } of listed) assert.notEqual(await session.readResource(uri), "", uri);
  },
);

eachWay(
  "B-23: reads the resources of the manifest, and reports deliveries",
  async (session, workspace) => {
    declare(workspace);
    for (
      const uri of [
        "blue://docs/adrs/%5c/x",
        "blue://state/mood",
        "blue://docs",
        "path:/etc/passwd",
      ]
    ) {
      await assert.rejects(session.readResource(uri), { code: -32602 }, uri);
    }
    for (const uri of ["http://x", "blue://"]) await assert.rejects(session.readResource(uri), uri);
    const nothing = await session.readResource("blue://docs/spikes/none");
    assert.match(nothing, /^Nothing was found for blue:\/\/docs\/spikes\/none/);
    const tasks = "blue://state/active-tasks";
    assert.equal(await session.readResource(tasks), "1. two\n2. three");
    workspace.write(".blue/docs/rfcs/0016-context.plan.md", "- [x] one\n");
    assert.equal(await session.readResource(tasks), "All tasks are complete.");
    workspace.write(".blue/docs/rfcs/0016-context.plan.md", "None.\n");
    assert.match(await session.readResource(tasks), /^No tasks/);

    const uri = "blue://docs/adrs/";
    const { session_id, ...meta } = await session.metaOf(uri) ?? {};
    assert.deepEqual([meta["tokens"], meta["is_stale"]], [4, true]);
    assert.equal(meta["refresh_policy"], "session-start");
    assert.ok(session_id === null || /^tree-default-[a-z0-9]{12}$/.test(String(session_id)));
    const read = structured(
      await session.callTool("read", { path: uri, session: "reader" }, STRUCTURED),
    );
    assert.deepEqual([read["name"], read["text"]], [uri, "First decision.\n"]);
    await session.callTool("read", { path: uri, session: "reader" });
    const { roots } = structured(
      await session.callTool("status", { session: "reader" }, STRUCTURED),
    );
    const [status] = roots as {
      manifest: { path: string };
      session: { recent: { uri: string }[] };
    }[];
    assert.equal(status?.manifest.path, ".blue/context.manifest.yaml");
    assert.deepEqual(
      status?.session.recent.map((each) => each.uri),
      [uri],
      "read twice, given once",
    );
    const { content: [statusText] } = await session.callTool("status", { session: "reader" });
    assert.match(statusText?.text ?? "", /\n {2}Manifest .*: Identity: 2 sources \(4 tokens\)/);
    assert.match(statusText?.text ?? "", /\n {2}Session reader: 1 injections, 4 tokens/);
  },
);

/** Names of an inaccessible file, in all forms that a client may try. */
const FORBIDDEN_PATHS = [
  ".env",
  "./.env",
  "src/../.env",
  "ignored/plan.md",
  "outside.txt",
  "secret-link.md",
  "../outside.txt",
  "..\\outside.txt",
  "src/../../outside.txt",
  "/etc/passwd",
  "//server/share/outside.txt",
  "\\\\server\\share\\outside.txt",
  "file:///etc/passwd",
  "~/outside.txt",
  "%2e%2e/outside.txt",
  "..%2foutside.txt",
  "%252e%252e%252foutside.txt",
  ".env\u0000.py",
  ".git/config",
  ".dossier/state/index.db",
  "a/".repeat(2000) + "b",
];

eachWay("serves nothing that is excluded or outside the root", async (session, workspace) => {
  const outside = `${workspace.root}/../outside.txt`;
  Deno.writeTextFileSync(outside, "hidden-words\n");
  Deno.symlinkSync(outside, workspace.path("secret-link.md"));
  Deno.symlinkSync(workspace.path(".env"), workspace.path("outside.txt"));
  const check = (asked: string, answer: unknown) =>
    assert.doesNotMatch(JSON.stringify(answer), /hidden-words|root:x/, asked);
  const tried = [...FORBIDDEN_PATHS, outside, workspace.path(".env")];
  for (const [number, path] of tried.entries()) {
    const uris = [
      `dossier://document/tree/${path}`,
      `dossier://document/tree/${encodeURIComponent(path)}`,
      `dossier://document/tree/${encodeURIComponent(encodeURIComponent(path))}`,
      `dossier://document/${encodeURIComponent("../..")}/${encodeURIComponent(path)}`,
      `dossier://docs/adrs/${path}`,
      `path:${path}`,
    ];
    for (const asked of [path, ...uris]) {
      const read = await session.callTool("read", { path: asked });
      assert.equal(read.isError, true, `"${asked}" was read`);
      check(asked, read);
    }
    for (const uri of uris) {
      const read = await session.readResource(uri).then(() => "read", String);
      assert.notEqual(read, "read", `"${uri}" was read`);
      check(uri, read);
    }
    const text = `NEED_CODE: ${path}\nNEED_FILE: ${path}\nNEED_DOC: ${path}\n`;
    check(path, await session.callTool("need", { text, session: `attack-${number}` }));
    check(path, await session.callTool("context", { issue: path }));
  }
  check("a query", await session.callTool("context", { query: "hidden plan, words, PASSWORD" }));
});

eachWay("masks secrets in the files that it serves", async (session, workspace) => {
  workspace.write("src/token.py", `def token():\n    return "${SECRET}"\n`);
  const uri = "dossier://document/tree/src/token.py";
  const texts = [
    await session.callTool("read", { path: "src/token.py" }),
    await session.callTool("read", { path: uri }),
    await session.callTool("need", { text: "NEED_CODE: src/token.py", session: "s" }),
    await session.callTool("context", { query: "token" }),
    await session.readResource(uri),
  ].map((result) => JSON.stringify(result));
  for (const text of texts) {
    assert.match(text, /def token/);
    assert.doesNotMatch(text, new RegExp(SECRET));
  }
});

eachWay("reports the problem of a call in its result", async (session) => {
  const failures: readonly (readonly [string, object, RegExp])[] = [
    ["read", { path: "none.py" }, /^file-not-found: Cannot read "none\.py"/],
    ["read", { path: ".env" }, /^file-excluded: Cannot read "\.env"/],
    [
      "read",
      { path: "dossier://other/x" },
      /^manifest-not-found: Cannot read "dossier:\/\/other\/x"/,
    ],
    [
      "read",
      { path: "dossier://log/x/y/z" },
      /^invalid-request: Cannot read "dossier:\/\/log\/x\/y/,
    ],
    ["read", { path: "dossier://log/tree/9" }, /^record-not-found: /],
    ["search", { query: "x", root: "other" }, /^root-unknown: .* "tree"/],
    [
      "read",
      { path: "src/upload.py", startLine: 9, endLine: 8 },
      /^invalid-request: .* lines 9-8 /,
    ],
    ["read", { path: "dossier://log/tree", startLine: 90 }, /^invalid-request: .* line 90 /],
    ["read", { path: "src/upload.py", startColumn: 99 }, /^invalid-request: .* column 99 /],
    [
      "read",
      { path: "dossier://document/tree/issue.md", root: "other" },
      /^invalid-request: .* of the root "other" as the URI names another/,
    ],
    ["read", { path: "a\nb.md" }, /^file-not-found: Cannot read "a\\u000ab\.md": [^\n]*$/],
    ["context", {}, /^invalid-request: Give either a query or an issue/],
    ["context", { query: " " }, /query: Write at least one word/],
    ["context", { issue: "none.md" }, /^issue-not-found: /],
    ["context", { issue: {} }, /^invalid-issue: Cannot read the issue from the request as it has /],
    ["context", { query: "x", budget: 6001 }, /budget/],
    ["context", { query: "x", size: 1 }, /size/],
    ["need", { text: "x" }, /session/],
  ];
  for (const [name, args, message] of failures) {
    const result = await session.callTool(name, args);
    assert.equal(result.isError, true, JSON.stringify(result));
    assert.match(textOf(result), message);
  }
  await assert.rejects(session.callTool("index", {}), { code: -32602 });
});
