import { testContextSource } from "../../tests/conformance/context_source.ts";

testContextSource("manifest", ["issue"]);
testContextSource("documents", ["issue"]);
testContextSource("ranking", ["query", "issue"]);
testContextSource("calls", ["issue"]);
testContextSource("signals", ["signals"]);
