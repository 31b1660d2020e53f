import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/**
 * Returns what gives pages the headers that keep them to themselves: nothing is loaded from elsewhere, no
 * script or style but the two files runs, and nobody puts a page in a frame.
 *
 * The referrer stays on the same origin, and is not left out there, as browsers then would send forms
 * with the origin `null`, which is refused.
 */
export function pageHeaders(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // The log asks its own server for what is new.
      connectSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: "same-origin",
    // For one address it would hold for every port of the machine, where others serve without TLS.
    strictTransportSecurity: false,
    xFrameOptions: "DENY",
  });
}
