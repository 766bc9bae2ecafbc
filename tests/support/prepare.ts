/** Installs what suites of tests need of the machine: once, and before the first of them runs. */
import { provide, thisMachine } from './debian.ts';
import type { Need } from './debian.ts';
import { browserNeeds, shareBrowser } from './ensure-browser.ts';
import { postgresNeed } from './postgres-server.ts';
import { webKitNeed } from './web-driver.ts';

/** What some suites of `npm test` need. Names of suites that need nothing are fine. */
export function needsOf(suites: ReadonlySet<string>): readonly Need[] {
  const any = (...names: readonly string[]): boolean => names.some((name) => suites.has(name));
  // Tests of several processes and of power cuts have a Postgres of their own, also where one is named.
  const postgres = any('site', 'faults') || (any('integration-postgres') && !process.env['TEST_DATABASE_URL']);
  return [...(any('browser', 'journeys') ? browserNeeds : []), ...(postgres ? [postgresNeed] : []), ...(any('engines') ? [webKitNeed] : [])];
}

/**
 * Installs what the suites need, with one call of apt-get. Where it may not install, it says what is missing, and the suites
 * that cannot do without fail by themselves.
 * @throws {Error} when installing fails, with the command to run by hand.
 */
export function prepare(suites: ReadonlySet<string>): void {
  for (const need of provide(needsOf(suites))) thisMachine.say(need.help());
  if (suites.has('browser') || suites.has('journeys')) shareBrowser();
}
