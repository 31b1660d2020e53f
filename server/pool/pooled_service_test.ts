import { testService } from "../../tests/conformance/service.ts";
import { openPooledService } from "./pooled_service.ts";

testService("openPooledService()", (roots) => openPooledService(roots));
testService("openPooledService() with two threads", (roots) => {
  return openPooledService(roots, { threads: 2 });
});
