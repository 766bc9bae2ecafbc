/**
 * Imported before a server that tests start: what it asks of hosts outside goes to stand-ins on this machine, as if names led there.
 * The program itself knows of none: it asks, and checks, as it would out there. OUTSIDE_HERE: `https://host=http://127.0.0.1:1234`, by commas.
 */
const here = new Map((process.env['OUTSIDE_HERE'] ?? '').split(',').map((pair) => pair.split('=') as [string, string]));
const outside = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const address = new URL(input instanceof Request ? input.url : input);
  const standsIn = here.get(address.origin);
  return standsIn === undefined ? outside(input, init) : outside(`${standsIn}${address.pathname}${address.search}`, init);
};
