import assert from "node:assert/strict";
import { EmbedderError } from "../embedder.ts";
import { checkService } from "./check_service.ts";

const REFUSED = (error: unknown) => error instanceof EmbedderError && error.kind === "forbidden";

Deno.test("checkService() lets in the origins that the user names, and no other", () => {
  const allowed = "http://localhost:11434, https://api.example/v1";
  for (const url of ["http://localhost:11434/v1/embeddings", "https://api.example/v2?x=1"]) {
    checkService(url, allowed);
  }
  for (
    const url of [
      ...["http://localhost:11435/v1", "https://localhost:11434/v1", "http://api.example/v1"],
      ...["https://api.example.evil.example/v1", "https://api.example@evil.example/v1"],
    ]
  ) assert.throws(() => checkService(url, allowed), REFUSED, url);
});

Deno.test("checkService() lets in nothing where nothing is named", () => {
  for (const services of ["", " , ", "*", "null", "localhost:11434"]) {
    assert.throws(() => checkService("http://localhost:11434/v1", services), REFUSED, services);
  }
});

Deno.test({
  name: "checkService() lets in nothing where variables may not be read",
  permissions: { env: false },
  fn: () => assert.throws(() => checkService("http://localhost:11434/v1"), REFUSED),
});
