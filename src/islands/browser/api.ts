/** The page's API client. */
import { createClient } from '#lib/api/client.ts';
import type { Client } from '#lib/api/client.ts';
import { deviceId, marketingCodes, readCookie, traceId, writeCookie } from '#islands/browser/device.ts';
import type { ErrorBehaviour } from '#lib/api/envelope.ts';
import type { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { signedInKey } from './kept-keys.ts';
import { pageSettings } from './page-settings.ts';
import type { PageSettings } from './page-settings.ts';
import { signInEnd } from './sign-in-end.ts';
import { showToast } from './toast.ts';

/** Cookies that say who somebody is (R8.02). */
const tokenCookies = ['access_token', 'NewAuthorization', 'uhouzz_token', 'Authorization'];
const narrow = '(max-width: 767px)';

/** Whose name stands in the header, by number; undefined where it is nobody's. */
function shownPerson(): unknown {
  try {
    const read = JSON.parse(sessionStorage.getItem(signedInKey) ?? 'null') as { cust_id?: number } | null;
    return read ? (read.cust_id ?? null) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether whoever has signed in now is the one whose page it was: what one person asked for is not done for another. */
async function isStill(person: unknown): Promise<boolean> {
  if (person === undefined) return true;
  try {
    const wire = { method: 'GET', path: '/_buserApi/session' } as const;
    return (await api().call<typeof sessionContract>(wire, {}, { clientToastHide: true, noJump: true })).cust_id === person;
  } catch {
    return false;
  }
}

function react(page: PageSettings, behaviour: ErrorBehaviour, message: string): Promise<boolean> | undefined {
  if (behaviour.dropToken) for (const name of tokenCookies) writeCookie(name, '', 0);
  if (behaviour.toast) showToast(message);
  if (behaviour.home) location.assign(page.home);
  if (!behaviour.login) return undefined;
  // Before the overlay: it takes the name away.
  const person = shownPerson();
  // The overlay takes the event where it is on the page (R8.03); a narrow window goes to the login page (R8.04).
  const overlay = !matchMedia(narrow).matches && !dispatchEvent(new CustomEvent('loftling:login', { cancelable: true }));
  if (overlay)
    return new Promise((resolve) =>
      addEventListener(signInEnd, (event) => resolve(event instanceof CustomEvent && event.detail === true && isStill(person)), { once: true }),
    );
  if (page.login) location.assign(`${page.login}?redirect=${encodeURIComponent(location.pathname + location.search)}`);
  return undefined;
}

let made: Client | undefined;

export function api(): Client {
  if (made) return made;
  const page = pageSettings();
  made = createClient({
    ...page,
    isMobile: () => matchMedia(narrow).matches,
    deviceId,
    traceId,
    xcode: () => marketingCodes().xcode,
    accessToken: () => readCookie('access_token'),
    isOnline: () => navigator.onLine,
    react: (behaviour, message) => react(page, behaviour, message),
  });
  return made;
}
