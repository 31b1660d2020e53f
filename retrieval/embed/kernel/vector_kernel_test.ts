import assert from "node:assert/strict";
import { buildVectorKernel } from "../../../build/build_vector_kernel.ts";

Deno.test("vector_kernel.wasm is the result of building its source", async () => {
  const bytes = Deno.readFileSync(new URL("./vector_kernel.wasm", import.meta.url));
  assert.deepEqual(bytes, await buildVectorKernel());
});
