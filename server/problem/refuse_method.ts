import { ServerError } from "./server_error.ts";
import { problemResponse, toProblem } from "./to_problem.ts";

/** Returns the refusal of a method that a path does not have; what has `GET` has `HEAD`, too. */
export function refuseMethod(path: string, methods: readonly string[]): Response {
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].join(", ");
  const sentence = `Cannot use this method for "${path}": there are ${allowed}`;
  const response = problemResponse(toProblem(new ServerError("method-not-allowed", sentence)));
  response.headers.set("Allow", allowed);
  return response;
}
