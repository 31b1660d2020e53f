import * as z from "zod";
import { ROOT_NAME } from "./fields.ts";

/** What names a served tree. */
export interface RootRequest {
  /** Its name. @default the only tree that is served */
  readonly root?: string;
}

/** Validates a {@link RootRequest}. */
export const ROOT_REQUEST: z.ZodType<RootRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
});
