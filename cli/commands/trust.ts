import { openTiers, type TrustReview } from "@dossier/tiers";
import { PROGRAM } from "@dossier/retrieval/program";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { escapeOnTerminal, printJson, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS, WARNED } from "../exit_code.ts";

/**
 * Prints what the files of a repository ask for that only the user may grant, and grants it or takes that back.
 *
 * @throws {UsageError} For words that are none of these, and where nobody can be asked and `--yes` is missing.
 */
export async function runTrust(invocation: Invocation): Promise<number> {
  const { words: [verb, ...rest], has } = invocation;
  if (rest.length > 0 || !(verb === undefined || verb === "accept" || verb === "revoke")) {
    const written = ["trust", ...invocation.words].join(" ");
    throw new UsageError(`Cannot use "${written}": write accept, revoke or nothing`);
  }
  if (has("yes") && verb !== "accept") {
    throw new UsageError('Cannot use --yes but with "trust accept"');
  }
  using engine = await openInvokedEngine(invocation);
  const tiers = await openTiers(engine);
  const review = await tiers.reviewTrust();
  if (verb === "revoke") return printRevoked(review.revoke(), invocation);
  const isAccepted = verb === "accept" && review.requests.length > 0;
  if (isAccepted && !has("yes") && !Deno.stdin.isTerminal()) {
    throw new UsageError(
      "Cannot ask whether you agree as standard input is no terminal: " +
        `look at what "${PROGRAM} trust" lists, then add --yes`,
    );
  }
  if (!has("json")) printResult(escapeOnTerminal(renderReview(review, engine.root)));
  if (isAccepted) {
    const { length } = review.requests;
    if (!has("yes") && !confirm(`Grant ${length === 1 ? "it" : `all ${length}`}?`)) {
      printMessage("dossier: Nothing is granted");
      return WARNED;
    }
    review.accept();
    await tiers.acknowledge();
  }
  const { requests, plugins } = isAccepted ? await tiers.reviewTrust() : review;
  if (has("json")) printJson({ root: engine.root, requests, plugins });
  else if (isAccepted) {
    printResult("Granted, for these files as they are now and for these targets alone.\n");
  }
  return SUCCESS;
}

function printRevoked(count: number, { has }: Invocation): number {
  if (has("json")) printJson({ revoked: count });
  else {
    printResult(
      count === 0
        ? "Nothing was agreed to for this repository.\n"
        : `${count === 1 ? "One agreement is" : `${count} agreements are`} taken back.\n`,
    );
  }
  return SUCCESS;
}

/** Returns lines for people: each thing that is asked for with its place, and what it reaches. */
function renderReview({ requests, plugins, notes }: TrustReview, root: string): string {
  const lines = [
    ...notes.map(({ message }) => message),
    ...requests.map(({ file, line, name, target, isGranted }) =>
      `${isGranted ? "granted    " : "not granted"}  ${file}:${line}: ${name}, to reach ${
        JSON.stringify(target)
      }`
    ),
    ...plugins.map(({ uri, runs }) =>
      `${uri} runs ${JSON.stringify(runs)}: only with --allow-plugins, whatever is granted here`
    ),
  ];
  const none = `"${root}" asks for nothing that only you may grant.`;
  return `${lines.join("\n") || none}\n`;
}
