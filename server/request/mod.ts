/**
 * Reads the body, the parameters, the form and the accepted types of a request.
 *
 * @module
 */

export { FORMAT_TYPES, negotiateFormat, negotiateType } from "./negotiate.ts";
export { parseNumberField, readBody, readForm, readParameters } from "./read_request.ts";
export {
  type Caller,
  callOptions,
  isEventStream,
  isPerson,
  type RequestEnv,
} from "./request_env.ts";
