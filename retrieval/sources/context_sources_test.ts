import { testContextSource } from "../../tests/conformance/context_source.ts";

testContextSource("profile", ["query", "issue"]);
testContextSource("tiers", ["query", "issue"]);
testContextSource("manifest", ["issue"]);
testContextSource("documents", ["issue"]);
testContextSource("ranking", ["query", "issue"]);
testContextSource("calls", ["issue"]);
testContextSource("signals", ["signals"]);
