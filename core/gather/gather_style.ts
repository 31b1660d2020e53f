/**
 * How a tool's answer is written: as Codex writes it today, or as the document describes that this program began
 * with, which is an earlier Codex.
 */
export type GatherStyle = "codex" | "seed";
