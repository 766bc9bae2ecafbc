import 'astro';
declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate when somebody touches, hovers or focuses the island. */
    'client:intent'?: boolean;
  }
}
