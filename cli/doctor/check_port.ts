import type { Finding, TreeCheck } from "@dossier/retrieval/health";
import { PROGRAM } from "@dossier/retrieval/program";

/** Default address of the server. */
const ADDRESS = { hostname: "127.0.0.1", port: 7420 };

/** Longest time for a program at that address to answer, in milliseconds. */
const MAX_ANSWER_MS = 2000;

/** Check of the program that listens at the server's address. */
export const PORT_CHECK: TreeCheck = {
  name: "port",
  run: async () => [await examinePort(ADDRESS)],
};

/** Returns a finding about the program that listens at an address of this machine. */
export async function examinePort(
  address: { readonly hostname: string; readonly port: number },
): Promise<Finding> {
  const origin = `http://${address.hostname}:${address.port}`;
  if (!await isTaken(address)) {
    return { level: "ok", message: `${origin} is free for ${PROGRAM} serve` };
  }
  if (await isDossier(origin)) {
    return { level: "ok", message: `A dossier server answers at ${origin}` };
  }
  return {
    level: "note",
    message: `Another program listens at ${origin}`,
    fix: `${PROGRAM} serve --port ${address.port + 1}`,
  };
}

async function isTaken(address: Deno.ConnectOptions): Promise<boolean> {
  try {
    (await Deno.connect(address)).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused) return false;
    throw error;
  }
}

/** Prefix of the problem types of this server, also when it requires a token. */
const PROBLEM_TYPE_PREFIX = "urn:dossier:problem:";

/** Returns true when only this server gives such an answer. */
async function isDossier(origin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(MAX_ANSWER_MS);
    const answer = await fetch(`${origin}/readyz`, { signal, redirect: "manual" });
    const body: unknown = await answer.json();
    if (typeof body !== "object" || body === null) return false;
    return "roots" in body || ("type" in body && String(body.type).startsWith(PROBLEM_TYPE_PREFIX));
  } catch {
    return false;
  }
}
