import type { Hono } from "hono";
import { refusal } from "../answer.ts";
import type { Page } from "../page.ts";

const FOLDER = "/playground/";

/** GET /playground/ and its files: static, without a token, since there is nothing of the user's in them. */
export function addPageRoutes(app: Hono, page: Page | null): void {
  app.get("/playground", () => new Response(null, { status: 308, headers: { location: FOLDER } }));
  app.get(`${FOLDER}*`, async (context) => {
    if (page === null) {
      const message = "the playground was not built; run npm run build:playground, then start the server again";
      return refusal("unknown_route", message);
    }
    return page.respond(decodedName(context.req.path.slice(FOLDER.length)));
  });
}

/** As it stands when it cannot be decoded: then no file has this name. */
function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
