import { testContextSource } from "../../../tests/conformance/context_source.ts";
import { POLICY_FEATURE } from "../../policy/feature.ts";
import { TIERS_FEATURE } from "../feature.ts";

testContextSource("tiers", ["query", "issue"], {
  features: [POLICY_FEATURE, TIERS_FEATURE],
  request: { profile: "review", record: false },
});
