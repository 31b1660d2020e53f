import { RetrievalError } from "@dossier/retrieval";
import assert from "node:assert/strict";
import { loadOperation } from "../operations/mod.ts";
import { requestSchema } from "../schema/mod.ts";
import { problemResponse, toProblem } from "./problem.ts";
import { ServerError } from "./server_error.ts";

const CONTEXT_REQUEST = requestSchema(await loadOperation("context"));

function problemOf(value: unknown) {
  const { error } = CONTEXT_REQUEST.safeParse(value);
  assert.ok(error !== undefined);
  return toProblem(error);
}

Deno.test("toProblem() keeps the code and the sentence of an error that a caller may branch on", () => {
  const problem = toProblem(new RetrievalError("issue-not-found", "Cannot read it: name a file"));
  assert.deepEqual(problem, {
    type: "urn:dossier:problem:issue-not-found",
    title: "Issue not found",
    status: 404,
    detail: "Cannot read it: name a file",
    code: "issue-not-found",
  });
});

Deno.test("toProblem() reveals nothing of an unexpected error", () => {
  const problem = toProblem(new TypeError("the token is hunter2"));
  assert.equal(problem.status, 500);
  assert.equal(JSON.stringify(problem).includes("hunter2"), false);
});

Deno.test("toProblem() names the invalid field, also inside of a choice", () => {
  const wrong = problemOf({ query: "merge", filter: { paths: ["a", 7] } });
  assert.deepEqual(wrong.errors?.map(({ pointer }) => pointer), ["/filter/paths/1"]);
  assert.deepEqual(problemOf({ query: "a", budget: -1 }).errors?.map(({ pointer }) => pointer), [
    "/budget",
  ]);
  assert.deepEqual(problemOf({ issue: { title: " " } }).errors?.map(({ pointer }) => pointer), [
    "/issue/title",
  ]);
});

Deno.test("toProblem() names what is missing in a request with neither query nor issue", () => {
  assert.match(problemOf({}).detail, /query/);
});

Deno.test("toProblem() formats pointers by RFC 6901", () => {
  const problem = problemOf({ query: "a", "x/y~z": 1 });
  assert.match(problem.detail, /x\/y~z/);
});

Deno.test("problemResponse() says when to retry, and how to authenticate", () => {
  const overloaded = problemResponse(toProblem(new ServerError("overloaded", "Cannot answer")));
  assert.equal(overloaded.status, 503);
  assert.equal(overloaded.headers.get("Retry-After"), "1");
  assert.equal(overloaded.headers.get("Content-Type"), "application/problem+json");
  const unauthorized = problemResponse(toProblem(new ServerError("unauthorized", "Cannot answer")));
  assert.equal(unauthorized.headers.get("WWW-Authenticate"), "Bearer");
  assert.equal(unauthorized.headers.get("Retry-After"), null);
});
