import type { Engine } from "@dossier/retrieval/engine";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import { PROGRAM } from "@dossier/retrieval/program";
import { openTiers } from "../open_tiers.ts";
import type { TrustReview } from "../review_trust.ts";

/**
 * Prints the requests of a repository's files that only the user may grant, and grants or revokes
 * them.
 *
 * @throws {UsageError} For an unknown subcommand, and when `--yes` is missing and standard input is
 * not a terminal.
 */
export async function runTrust(
  caller: CommandCaller,
  context: CommandContext<Engine>,
): Promise<CommandResult> {
  const { words: [verb, ...rest], has } = caller;
  if (rest.length > 0 || !(verb === undefined || verb === "accept" || verb === "revoke")) {
    const written = ["trust", ...caller.words].join(" ");
    throw new UsageError(`Cannot use "${written}": write accept, revoke or nothing`);
  }
  if (has("yes") && verb !== "accept") {
    throw new UsageError('Cannot use --yes without "trust accept"');
  }
  using engine = await context.openEngine();
  const tiers = await openTiers(engine);
  const review = await tiers.reviewTrust();
  if (verb === "revoke") {
    printRevoked(review.revoke(), caller, context);
    return "done";
  }
  const isAccepted = verb === "accept" && review.requests.length > 0;
  if (isAccepted && !has("yes") && !Deno.stdin.isTerminal()) {
    throw new UsageError(
      "Cannot ask for confirmation as standard input is not a terminal: " +
        `read the list of "${PROGRAM} trust", then add --yes`,
    );
  }
  if (!has("json")) context.print(context.escape(renderReview(review, engine.root)));
  if (isAccepted) {
    const { length } = review.requests;
    if (!has("yes") && !confirm(`Grant ${length === 1 ? "it" : `all ${length}`}?`)) {
      context.report("Nothing is granted");
      return "warned";
    }
    review.accept();
    await tiers.acknowledge();
  }
  const { requests, plugins } = isAccepted ? await tiers.reviewTrust() : review;
  if (has("json")) context.printJson({ root: engine.root, requests, plugins });
  else if (isAccepted) {
    context.print("Granted for the present content of these files and for these targets only.\n");
  }
  return "done";
}

function printRevoked(
  count: number,
  { has }: CommandCaller,
  context: CommandContext<Engine>,
): void {
  if (has("json")) context.printJson({ revoked: count });
  else {
    context.print(
      count === 0
        ? "Nothing was granted to this repository.\n"
        : `${count === 1 ? "One grant is" : `${count} grants are`} revoked.\n`,
    );
  }
}

/** Returns lines for people: each request with its location and target. */
function renderReview({ requests, plugins, notes }: TrustReview, root: string): string {
  const lines = [
    ...notes.map(({ message }) => message),
    ...requests.map(({ file, line, name, target, isGranted }) =>
      `${isGranted ? "granted    " : "not granted"}  ${file}:${line}: ${name}, to reach ${
        JSON.stringify(target)
      }`
    ),
    ...plugins.map(({ uri, runs }) =>
      `${uri} runs ${JSON.stringify(runs)}: only with --allow-plugins, even when it is granted here`
    ),
  ];
  const none = `"${root}" requests nothing that only you may grant.`;
  return `${lines.join("\n") || none}\n`;
}
