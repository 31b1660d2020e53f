import assert from "node:assert/strict";
import { LABEL_MATCH, openLabelMatcher } from "./label_match.ts";

Deno.test("openLabelMatcher() prefers the name with all that it is in, and the name to its other spellings", () => {
  for (
    const [asked, label, match] of [
      ["Router", "Router", LABEL_MATCH.whole],
      ["Router.add", "Router.add", LABEL_MATCH.whole],
      ["Router", "http.Router", LABEL_MATCH.end],
      ["Router.add", "http.Router.add", LABEL_MATCH.end],
      ["http.Router.add", "Router.add", LABEL_MATCH.end],
      ["Router.add", "add", LABEL_MATCH.name],
      ["Router.add", "Queue.add", LABEL_MATCH.name],
      ["a.Router.add", "b.Router.add", LABEL_MATCH.name],
      ["Router", "ROUTER", LABEL_MATCH.spelling],
      ["Router.add", "Router._add", LABEL_MATCH.spelling],
      ["Router.add", "Router.addAll", LABEL_MATCH.none],
      ["Router.add", "http.Router", LABEL_MATCH.container],
      ["Router", "", LABEL_MATCH.none],
    ] as const
  ) {
    const names = asked.split(".");
    const found = openLabelMatcher({ name: names.at(-1)!, qualifiers: names.slice(0, -1) })(label);
    assert.equal(found, match, `${asked} in ${label}`);
  }
});

Deno.test("openLabelMatcher() takes no notice of the mark at the end of a label", () => {
  assert.equal(
    openLabelMatcher({ name: "get", qualifiers: ["Repo"] })("Repo.get!"),
    LABEL_MATCH.whole,
  );
});
