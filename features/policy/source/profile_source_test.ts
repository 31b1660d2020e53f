import { testContextSource } from "../../../tests/conformance/context_source.ts";
import { POLICY_FEATURE } from "../feature.ts";

testContextSource("profile", ["query", "issue"], {
  features: [POLICY_FEATURE],
  request: { profile: "review" },
});
