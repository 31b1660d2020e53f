import assert from "node:assert/strict";
import { checkPermissionRisks, checkRisks, findRisk, formatUnknownRisks } from "./risk.ts";

const RISKS = checkRisks({
  "rye.execute.tool.*": "write",
  "execute.tool.bash.*": "elevated",
  "execute.tool.bash.list": "safe",
  "execute.directive.*": "elevated",
}, '"policy.yaml"');

Deno.test("findRisk() uses the pattern with the most names", () => {
  assert.equal(findRisk("execute.tool.files.read", RISKS), "write");
  assert.equal(findRisk("rye.execute.tool.bash.run", RISKS), "elevated");
  assert.equal(findRisk("execute.tool.bash.list", RISKS), "safe");
  assert.equal(findRisk("execute.profile.a", RISKS), "elevated");
  assert.equal(findRisk("*", RISKS), "unrestricted");
  assert.equal(findRisk("rye.*"), "unrestricted");
  assert.equal(findRisk("fetch.*"), "safe");
  assert.equal(findRisk("fetch.*", {}), "safe");
});

Deno.test("R-43: everything at once is refused without an acknowledgement, and allowed with one", () => {
  const input = { permissions: ["fetch.*", "rye.*"], acknowledged: [] };
  assert.throws(() => checkPermissionRisks(input), {
    code: "risk-not-acknowledged",
    message: 'Cannot permit "rye.*" as its risk is unrestricted: ' +
      'acknowledge the risk "unrestricted" with a reason, or permit less',
  });
  const low = [{ risk: "elevated", reason: "r" }];
  assert.throws(() => checkPermissionRisks({ ...input, acknowledged: low }), /unrestricted/);
  const acknowledged = [{ risk: "unrestricted", reason: "maintenance" }];
  assert.deepEqual(checkPermissionRisks({ ...input, acknowledged }), []);
});

Deno.test("R-43: an elevated risk is reported unless it, or a higher one, is acknowledged", () => {
  const permissions = ["execute.tool.bash.run", "execute.tool.files.*"];
  const check = (...risks: string[]) => {
    const acknowledged = risks.map((risk) => ({ risk, reason: "r" }));
    return checkPermissionRisks({ permissions, acknowledged, risks: RISKS });
  };
  assert.deepEqual(check(), [
    'The permission "execute.tool.bash.run" is an elevated risk: ' +
    'acknowledge the risk "elevated" with a reason, or permit less',
  ]);
  assert.deepEqual(check("elevated"), []);
  assert.deepEqual(check("unrestricted"), []);
  assert.equal(check("write").length, 1);
  assert.deepEqual(check("high", "elevated"), []);
});

Deno.test("formatUnknownRisks() names the location of an acknowledged level that is unknown", () => {
  const acknowledged = ["high", "write"].map((risk) => ({ risk, reason: "r" }));
  assert.deepEqual(formatUnknownRisks(acknowledged, '"a.md"'), [
    '"a.md": there is no risk "high": the risks are safe, write, elevated, unrestricted',
  ]);
});

Deno.test("checkRisks() reports an unknown level, and a value that is not a mapping", () => {
  assert.throws(() => checkRisks({ "a.*": "high" }, '"policy.yaml"'), {
    code: "invalid-policy",
    message:
      'Cannot read the risks of "policy.yaml" as "a.*" must be one of safe, write, elevated, ' +
      'unrestricted: current value is "high"',
  });
  assert.throws(
    () => checkRisks(["a"], "here"),
    /must be a mapping of patterns: current value is a list/,
  );
  assert.equal(checkRisks(null, "here")["*"], "unrestricted");
});
