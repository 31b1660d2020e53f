/**
 * Embedders, which turn texts into vectors: a table of word vectors, or an ONNX model.
 *
 * @module
 */

export {
  type Embedder,
  EmbedderError,
  type EmbedOptions,
  type OpenEmbedder,
  type OpenEmbedderOptions,
} from "./embedder.ts";
export {
  EMBEDDER_FAILED,
  EmbedderSlot,
  embedQuery,
  noteEmbedderFailed,
  type OpenedEmbedder,
} from "./embedder_slot.ts";
export {
  createScanKernel,
  rowStride,
  type ScanKernel,
  type ScanQuery,
  toScanQuery,
} from "./kernel/scan_kernel.ts";
export { openEmbedder } from "./open_embedder.ts";
export { quantise, quantiseRows } from "./quantise.ts";
