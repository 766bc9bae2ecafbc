/** Registers `client:intent` (src/islands/browser/intent.ts) with Astro. */
export function intentDirective() {
  return {
    name: 'loftling-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/islands/browser/intent.ts' });
      },
    },
  };
}
