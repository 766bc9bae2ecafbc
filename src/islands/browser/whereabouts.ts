/**
 * Where the reader seems to be (R9.08, R9.10). Asked for when somebody has turned to a field that it helps with: no page
 * does it by itself, so no crawler does. What is only guessed from the language is no answer, and a failure is none.
 */
import type { countryByIpContract, userCityContract } from '#lib/features/whereabouts/whereabouts.contract.ts';
import { whereaboutsWires } from '#lib/features/whereabouts/whereabouts.wire.ts';
import { api } from './api.ts';
import { readCookie } from './cookies.ts';

const quiet = { clientToastHide: true } as const;

/** Two letters of the reader's country, for the order of places. The server keeps the answer in a cookie for half an hour. */
export async function countryForPlaces(): Promise<string | undefined> {
  const kept = readCookie('user_city');
  if (kept) return kept;
  const found = await api()
    .call<typeof userCityContract>(whereaboutsWires.city, {}, quiet)
    .catch(() => undefined);
  return found && found.source !== 'language' ? found.country_ab : undefined;
}

async function askForCountry(): Promise<string | undefined> {
  try {
    const found = await api().call<typeof countryByIpContract>(whereaboutsWires.country, {}, quiet);
    return found.source === 'language' ? undefined : found.country_ab;
  } catch {
    // Also on a page that calls nothing, such as one that shows fields alone.
    return undefined;
  }
}

let dialled: Promise<string | undefined> | undefined;

/** Two letters of the country whose dial code the reader probably has. Asked once a page; the server keeps the code for two days. */
export function countryForPhones(): Promise<string | undefined> {
  dialled ??= askForCountry();
  return dialled;
}
