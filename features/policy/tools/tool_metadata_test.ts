import assert from "node:assert/strict";
import fc from "fast-check";
import { readToolMetadata, TOOL_EXTENSIONS } from "./tool_metadata.ts";

const SCHEMA = {
  type: "object",
  properties: { command: { type: "string", description: "What is run" } },
  required: ["command"],
};

const PYTHON = `#!/usr/bin/env python3
"""Runs commands."""
import os

__version__ = "1.0.0"
__tool_description__ = (
    "Run a command "
    "and wait"
)

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "command": {"type": "string", "description": "What is run"},
    },
    "required": ["command"],
}


def execute(params, project_path):
    return {"success": True}
`;

const SCRIPT = `import { run } from "./run.ts";
export const __tool_description__ =
  "Run a command and wait";
export const CONFIG_SCHEMA: Record<string, unknown> = {
  type: "object",
  properties: { command: { type: "string", description: 'What is run' } },
  required: ["command"],
} as const;
if (import.meta.main) await run();
`;

const YAML = `description: Run a command and wait
config_schema:
  type: object
  properties:
    command: {type: string, description: What is run}
  required: [command]
`;

const SHELL = `#!/bin/sh
# dossier:note: any comment may stand above
# tool:
#   description: Run a command and wait
#   config_schema:
#     type: object
#
#     properties:
#       command: {type: string, description: What is run}
#     required: [command]
# shellcheck disable=SC2086
sh -c $1
`;

const WANTED = { description: "Run a command and wait", schema: SCHEMA };

async function reasonOf(text: string, extension: string): Promise<string> {
  const found = await readToolMetadata(text, extension);
  return "reason" in found ? found.reason : "";
}

for (
  const [extension, text] of [
    [".py", PYTHON],
    [".ts", SCRIPT],
    [".mjs", SCRIPT],
    [".js", SCRIPT.replaceAll("export const ", "exports.").replace(/: Record<.*?>/, "")],
    [".yaml", YAML],
    [".yml", YAML.replaceAll("\n", "\r\n")],
    [".json", JSON.stringify({ description: WANTED.description, data: { config_schema: SCHEMA } })],
    [".sh", SHELL],
    [".py", SHELL.replace("# tool:", "# ryeos-tool:")],
    [".cjs", SHELL.replaceAll(/^#(?!!)/gm, "//")],
    [".yaml", YAML.replace("config_schema", "input_schema")],
    [".py", PYTHON.replace("import os", "").replace('"""Runs', '# tool:\n#   note: none\n"""Runs')],
  ] as const
) {
  Deno.test(`R-4: the schema and description of a tool are read from a ${extension} file of ${text.length} characters`, async () => {
    assert.deepEqual(await readToolMetadata(text, extension), WANTED);
  });
}

Deno.test("R-4: a file with a syntax error, without a schema or of an unknown kind is not a tool", async () => {
  const cases = [
    [`${PYTHON}def broken(:\n`, ".py", "its brackets or quotes do not match: fix its syntax"],
    [
      PYTHON.replace("CONFIG_SCHEMA", "SCHEMA"),
      ".py",
      "it has no schema that can be read without running it: write CONFIG_SCHEMA as a literal",
    ],
    [
      PYTHON.replace('"What is run"', "os.environ['WHAT']"),
      ".py",
      "it has no schema that can be read without running it: write CONFIG_SCHEMA as a literal",
    ],
    ["CONFIG_SCHEMA = {}\n", ".py", undefined],
    ["CONFIG_SCHEMA = ['object']\n", ".py", undefined],
    [YAML, ".toml", "files of its kind cannot declare a schema: use a .yaml file instead"],
    [YAML, ".rb", "files of its kind cannot declare a schema: use a .yaml file instead"],
    ["sh -c $1\n", ".sh", 'it has no schema: write one into a comment that begins with "# tool:"'],
    ["a: [1\n", ".yaml", undefined],
    ["", ".yaml", "it has no schema: write config_schema, or a list of parameters"],
    ["\x7fELF\0\0", ".py", "it is not text: keep programs in another folder"],
  ] as const;
  for (const [text, extension, reason] of cases) {
    const found = await reasonOf(text, extension);
    assert.notEqual(found, "", text);
    if (reason !== undefined) assert.equal(found, reason);
  }
});

Deno.test("R-5: a list of parameters makes a schema", async () => {
  const text = "parameters: [{name: a, required: true}, {name: b, type: integer}, {}]\n";
  assert.deepEqual(await readToolMetadata(text, ".yaml"), {
    description: "",
    schema: {
      type: "object",
      properties: {
        a: { type: "string", description: "" },
        b: { type: "integer", description: "" },
      },
      required: ["a"],
    },
  });
});

Deno.test("R-5: parameters without a valid entry have no schema, and a schema has precedence over them", async () => {
  for (const list of ["[]", "[{}]", "[a, 1]", "[{name: ''}]", "{name: a}", "a"]) {
    assert.notEqual(await reasonOf(`parameters: ${list}\n`, ".yaml"), "", list);
  }
  const both = await readToolMetadata(`${YAML}parameters: [{name: a}]\n`, ".yaml");
  assert.deepEqual(both, WANTED);
});

Deno.test("readToolMetadata() reports a problem of a YAML tool with its location", async () => {
  assert.equal(
    await reasonOf("description: a\n\tb: 1\n", ".yaml"),
    "line 2, column 1 is wrong: Tabs are not allowed as indentation: fix its YAML",
  );
  assert.equal(
    await reasonOf(`a: ${"[".repeat(10_000)}`, ".yaml"),
    "line 1, column 1 is wrong: it has more than 200 levels: fix its YAML",
  );
  assert.equal(
    await reasonOf("a: 1\na: 2\n", ".sh".replace("sh", "yml")),
    "line 2, column 1 is wrong: Map keys must be unique: fix its YAML",
  );
});

Deno.test("readToolMetadata() rejects a long YAML file in time", async () => {
  const start = performance.now();
  assert.equal(
    await reasonOf("a: >\n".repeat(200_000), ".yaml"),
    "its YAML must have at most 131072 characters: it has 1000000, so keep data in another file",
  );
  assert.ok(performance.now() - start < 1000);
});

Deno.test("readToolMetadata() returns metadata or a reason for any file", async () => {
  const part = fc.oneof(
    fc.constantFrom(...PYTHON.split("\n"), ...SCRIPT.split("\n"), ...SHELL.split("\n")),
    fc.constantFrom(
      ...YAML.split("\n"),
      "[",
      "{",
      "'",
      '"""',
      "`${",
      "/*",
      "# tool:",
      "parameters:",
    ),
    fc.string(),
  );
  const extension = fc.constantFrom(...TOOL_EXTENSIONS);
  await fc.assert(fc.asyncProperty(fc.array(part), extension, async (parts, one) => {
    const found = await readToolMetadata(parts.join("\n"), one);
    assert.ok("reason" in found ? found.reason !== "" : typeof found.schema === "object");
  }));
});

Deno.test("readToolMetadata() rejects a schema that JSON cannot represent", async () => {
  for (const value of [".nan", "&a {b: *a}", "!!binary aGk=", "2020-01-01"]) {
    const found = await readToolMetadata(`config_schema: {default: ${value}}\n`, ".yaml");
    assert.equal("schema" in found, value === "2020-01-01", value);
  }
});

Deno.test("TOOL_EXTENSIONS names each extension once, with its dot", () => {
  assert.equal(new Set(TOOL_EXTENSIONS).size, TOOL_EXTENSIONS.length);
  assert.deepEqual(TOOL_EXTENSIONS.filter((one) => !/^\.\w+$/.test(one)), []);
});

Deno.test("readToolMetadata() reads the tool in docs/policies.md", async () => {
  const document = Deno.readTextFileSync(new URL("../../../docs/policies.md", import.meta.url));
  const [, example = ""] = /^```sh\n(#![^]*?)^```$/m.exec(document) ?? [];
  assert.deepEqual(await readToolMetadata(example, ".sh"), {
    description: "Publish a version",
    schema: {
      type: "object",
      properties: {
        version: { type: "string", description: "The new version, such as 1.4.0" },
        draft: { type: "boolean", description: "" },
      },
      required: ["version"],
    },
  });
});
