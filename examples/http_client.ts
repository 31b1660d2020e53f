// deno-lint-ignore-file no-console -- the examples print what they get

/**
 * Requests a bundle from a running server, `dossier serve`, and answers an agent's request:
 *
 *     deno run --allow-net examples/http_client.ts http://localhost:7420
 */

const [server = "http://localhost:7420", token] = Deno.args;

interface Bundle {
  readonly budget: { readonly used: number; readonly limit: number };
  readonly outcomes?: readonly { readonly request: string; readonly outcome: string }[];
}

const session = "http-client-ts";
const bundle = await call("/v1/context", {
  query: "who mails the customer",
  budget: 800,
  session,
});
console.log(`${bundle.budget.used} of ${bundle.budget.limit} tokens`);

const answer = await call("/v1/need", { session, text: "NEED_CODE: src/queue.ts:1-2" });
for (const { request, outcome } of answer.outcomes ?? []) console.log(`${request}: ${outcome}`);

/** Posts a request. Throws with the code of the problem when the server refuses it. */
async function call(path: string, body: unknown): Promise<Bundle> {
  const response = await fetch(server + path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`);
  return answer;
}
