/// <reference path="../.astro/types.d.ts" />
/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    /** The page asked for and everything that follows from it; set by `src/middleware.ts`. */
    /** Set by the server; absent while pages are built or developed. */
    context?: import('#lib/render-context.ts').RenderContext;
    view: import('#lib/view.ts').View;
  }
}
