/// <reference path="../.astro/types.d.ts" />
/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    /** The page asked for and everything that follows from it. Set by the server, or by `src/middleware.ts` while pages are built. */
    view: import('#lib/view.ts').View;
    /** What the server wants to hear of a render; absent while pages are built. */
    outcome?: import('#lib/view.ts').Outcome;
  }
}
