/**
 * Loftling's server renders a page from a Request to a Response and keeps it compressed, so it needs Astro's
 * app itself rather than a Node middleware (docs/decisions/0003). This adapter exports just that.
 */
export function loftlingAdapter() {
  return {
    name: 'loftling-adapter',
    hooks: {
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'loftling-adapter',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('../src/entry.ts', import.meta.url),
          // The policy travels in headers that the server writes, never in a meta element.
          adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic', staticHeaders: true },
          supportedAstroFeatures: { hybridOutput: 'stable', staticOutput: 'stable', serverOutput: 'stable', sharpImageService: 'stable' },
        });
      },
    },
  };
}
