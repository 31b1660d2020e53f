import { testService } from "../../tests/conformance/service.ts";
import { openLocalService } from "./local_service.ts";

testService("openLocalService()", (roots) => openLocalService(roots));
