/**
 * Builds `vector_kernel.wasm` from `vector_kernel.wat`; the program itself reads only the former.
 *
 * Run as `deno task build:kernel`.
 *
 * @module
 */

import wabt from "wabt";

/** Returns the bytes that the source of the kernel is assembled to. */
export async function buildVectorKernel(): Promise<Uint8Array> {
  const path = `${import.meta.dirname}/vector_kernel.wat`;
  const { parseWat } = await wabt();
  using module = disposable(parseWat(path, Deno.readTextFileSync(path), { simd: true }));
  return new Uint8Array(module.value.toBinary({}).buffer);
}

function disposable<Value extends { destroy(): void }>(value: Value) {
  return { value, [Symbol.dispose]: () => value.destroy() };
}

if (import.meta.main) {
  Deno.writeFileSync(`${import.meta.dirname}/vector_kernel.wasm`, await buildVectorKernel());
}
