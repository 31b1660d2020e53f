import assert from "node:assert/strict";
import { detectLanguage } from "./language_table.ts";

Deno.test("detectLanguage() detects programs by the end of their name", () => {
  const expected = {
    "a.py": "python",
    "a.mjs": "javascript",
    "a.jsx": "javascript",
    "a.d.ts": "typescript",
    "a.tsx": "tsx",
    "a.go": "go",
    "a.rs": "rust",
    "A.java": "java",
    "a.h": "c",
    "a.cc": "cpp",
    "a.cs": "csharp",
    "a.rb": "ruby",
    "a.php": "php",
    "a.sh": "bash",
    "a.scala": "scala",
    "a.lua": "lua",
    "a.kt": "kotlin",
    "a.swift": "swift",
    "a.zig": "zig",
    "a.exs": "elixir",
    "a.hs": "haskell",
    "A.PY": "python",
    "a.yml": "yaml",
    "a.sql": "sql",
  };
  for (const [path, language] of Object.entries(expected)) {
    assert.deepEqual(detectLanguage(`src/${path}`), { language, kind: "code" }, path);
  }
});

Deno.test("detectLanguage() detects prose", () => {
  for (const path of ["README.md", "a.mdx", "a.rst", "a.adoc", "a.org", "a.tex", "ls.1", "a.txt"]) {
    assert.equal(detectLanguage(path).kind, "document", path);
  }
  assert.deepEqual(detectLanguage("LICENSE"), { language: "text", kind: "document" });
});

Deno.test("detectLanguage() detects files by their whole name", () => {
  assert.equal(detectLanguage("a/Makefile").language, "make");
  assert.equal(detectLanguage("Dockerfile").language, "dockerfile");
  assert.equal(detectLanguage("Dockerfile.dev").language, "dockerfile");
  assert.deepEqual(detectLanguage("CMakeLists.txt"), { language: "cmake", kind: "code" });
  assert.equal(detectLanguage("Gemfile").language, "ruby");
});

Deno.test("detectLanguage() reads the interpreter of a script without an ending", () => {
  const expected = {
    "#!/bin/sh\n": "bash",
    "#!/usr/bin/env bash\nset -e": "bash",
    "#!/usr/bin/env -S deno run --allow-all\n": "typescript",
    "#!/usr/bin/python3.12 -u\n": "python",
    "#! /usr/bin/env node": "javascript",
    "#!/usr/bin/perl\r\n": "perl",
    "no interpreter\n#!/bin/sh\n": "text",
    "": "text",
  };
  for (const [text, language] of Object.entries(expected)) {
    assert.equal(detectLanguage("bin/tool", text).language, language, text);
  }
  assert.equal(detectLanguage("tool.py", "#!/bin/sh\n").language, "python");
  assert.equal(detectLanguage("build", "#!/bin/bash\n").language, "bash");
});

Deno.test("detectLanguage() distinguishes a header of C++ from one of C by its text", () => {
  assert.equal(detectLanguage("a.h", "#pragma once\nnamespace a {\n").language, "cpp");
  assert.equal(detectLanguage("a.h", "template <typename T>\nT f();\n").language, "cpp");
  assert.equal(detectLanguage("a.h", "struct a { int class_id; };\n").language, "c");
});
