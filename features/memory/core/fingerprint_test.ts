import assert from "node:assert/strict";
import { findLowestMajor, toFingerprint, toPackagePart } from "./fingerprint.ts";

Deno.test("M-24: toFingerprint() has each part by its name, and again with its version", () => {
  const parts = [
    { kind: "language", name: "go", version: "1.22" },
    { kind: "lib", name: "zod" },
    { kind: "lib", name: "zod", version: "4" },
  ] as const;
  assert.deepEqual([...toFingerprint(parts)], [
    "language:go",
    "language:go@1.22",
    "lib:zod",
    "lib:zod@4",
  ]);
});

Deno.test("M-24: toPackagePart() distinguishes frameworks, tools and libraries by their origin", () => {
  const express = { kind: "framework", name: "express", version: "4" };
  assert.deepEqual(toPackagePart("express", "^4.18.0", "npm"), express);
  assert.deepEqual(toPackagePart("express", undefined, "ruby"), { kind: "lib", name: "express" });
  assert.deepEqual(toPackagePart("@angular/core", "~17.1", "npm"), {
    kind: "framework",
    name: "angular",
    version: "17",
  });
  assert.deepEqual(toPackagePart("poetry-core", undefined, "python"), {
    kind: "tool",
    name: "poetry",
  });
});

Deno.test("M-24: findLowestMajor() returns the major version of the lowest version in a range", () => {
  const majors = {
    "^4.18.0": "4",
    "~1.2": "1",
    "~> 7.0": "7",
    ">= 3.9, < 4": "3",
    "<5 >=3": "3",
    "!=2.0,>=3": "3",
    "==1.*": "1",
    "~=2.2": "2",
    "18.x || 20.x": "18",
    "1.2 - 2.3": "1",
    "v10.0.0": "10",
    "workspace:^2.0.0": "2",
    "npm:@scope/other@^3.1": "3",
    "2026.1": "2026",
  };
  for (const [range, major] of Object.entries(majors)) assert.equal(findLowestMajor(range), major);
  const none = ["*", "", "latest", "<5", "<= 5", "workspace:*", "file:../x", "1abc"];
  for (const range of [...none, "git+https://example.com/x.git#v1"]) {
    assert.equal(findLowestMajor(range), undefined);
  }
});
