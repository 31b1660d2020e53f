import assert from "node:assert/strict";
import { readRyeRisks } from "./read_rye_risks.ts";

Deno.test("readRyeRisks() reads classifications by the requirements of their levels", () => {
  const file = {
    category: "agent",
    "risk_levels": {
      calm: { policy: "allow" },
      warm: { policy: "acknowledge_required" },
      hot: { policy: "block" },
      safe: { policy: "allow" },
    },
    classifications: [
      { risk: "hot", patterns: ["rye.*"], description: "Everything" },
      { risk: "warm", patterns: ["rye.execute.tool.a.*", "rye.execute.tool.b"] },
      { risk: "calm", patterns: ["rye.sign.*"] },
      { risk: "safe", patterns: ["rye.fetch.*"] },
      { risk: "elevated", patterns: ["rye.execute.tool.c"] },
      { risk: "unheard", patterns: ["rye.execute.tool.d"] },
    ],
  };
  assert.deepEqual(readRyeRisks(file), {
    "rye.*": "unrestricted",
    "rye.execute.tool.a.*": "elevated",
    "rye.execute.tool.b": "elevated",
    "rye.sign.*": "write",
    "rye.fetch.*": "safe",
    "rye.execute.tool.c": "elevated",
    "rye.execute.tool.d": "unheard",
  });
});

Deno.test("readRyeRisks() reads policies, and only the patterns without metadata of the file", () => {
  const policy = (pattern: string, level: string, asks: boolean) => ({
    pattern,
    level,
    "requires_ack": asks,
  });
  const policies = [
    policy("a", "high", true),
    policy("b", "medium", true),
    policy("c", "high", false),
    policy("d", "low", false),
  ];
  assert.deepEqual(readRyeRisks({ category: "x", policies }), {
    a: "unrestricted",
    b: "elevated",
    c: "write",
    d: "safe",
  });
  assert.deepEqual(readRyeRisks({ version: "1", "fetch.*": "safe" }), { "fetch.*": "safe" });
});
