/**
 * Builds `vector_kernel.wasm` of `retrieval/embed/kernel` from `vector_kernel.wat`. The program
 * itself reads only the former.
 *
 * Run as `deno task build:kernel`.
 *
 * @module
 */

import wabt from "wabt";

const KERNEL = `${import.meta.dirname}/../retrieval/embed/kernel/vector_kernel`;

/** Returns the bytes of the kernel, assembled from its source. */
export async function buildVectorKernel(): Promise<Uint8Array> {
  const path = `${KERNEL}.wat`;
  const { parseWat } = await wabt();
  using module = disposable(parseWat(path, Deno.readTextFileSync(path), { simd: true }));
  return new Uint8Array(module.value.toBinary({}).buffer);
}

function disposable<Value extends { destroy(): void }>(value: Value) {
  return { value, [Symbol.dispose]: () => value.destroy() };
}

if (import.meta.main) {
  Deno.writeFileSync(`${KERNEL}.wasm`, await buildVectorKernel());
}
