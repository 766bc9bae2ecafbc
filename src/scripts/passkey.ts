/**
 * Passkeys where the browser knows them: a button to sign in or to make one, and on the login page what the browser itself offers
 * in the field of the address, on its page and in the dialog. Pages that have neither load nothing of it.
 */
import type { passkeyAddContract, passkeyAddStartContract, passkeyLoginContract, passkeyLoginStartContract } from '#lib/features/accounts/passkeys.contract.ts';

const post = 'POST' as const;
const wires = {
  loginStart: { method: post, path: '/_buserApi/passkey/login/start' },
  login: { method: post, path: '/_buserApi/passkey/login' },
  addStart: { method: post, path: '/_buserApi/passkey/add/start' },
  add: { method: post, path: '/_buserApi/passkey/add' },
} as const;
/** Milliseconds for which a challenge is asked for ahead: a little less than it lives. */
const aheadFor = 280_000;

type Done = (address: string) => unknown;

const client = async () => (await import('#islands/browser/api.ts')).api();
const quiet = { clientToastHide: true, noJump: true } as const;

/** What the server takes. Browsers leave it to us to write the form of an answer. */
const written = (answer: Credential | null): string => {
  if (!(answer instanceof PublicKeyCredential)) throw new TypeError('the browser gave no passkey');
  return JSON.stringify(answer.toJSON());
};

/** @returns the address to go on to. */
async function signIn(
  { answered, ...how }: { readonly mediation?: CredentialMediationRequirement; readonly signal: AbortSignal; readonly answered: () => void },
  redirect: string,
  usual: string,
  antiForgery: string,
): Promise<string> {
  const calls = await client();
  const { id, options } = await calls.call<typeof passkeyLoginStartContract>(wires.loginStart, {}, { ...quiet, antiForgery, signal: how.signal });
  how.signal.throwIfAborted();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  const answer = written(await navigator.credentials.get({ ...how, publicKey }));
  how.signal.throwIfAborted();
  answered();
  const signedIn = await calls.call<typeof passkeyLoginContract>(wires.login, { id, answer, redirect }, { ...quiet, antiForgery });
  return signedIn.redirect || usual;
}

async function add(signal: AbortSignal): Promise<void> {
  const calls = await client();
  const { id, options } = await calls.call<typeof passkeyAddStartContract>(wires.addStart, {}, quiet);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  const answer = written(await navigator.credentials.create({ publicKey, signal }));
  await calls.call<typeof passkeyAddContract>(wires.add, { id, answer }, quiet);
}

/** Who does not want to, or waits for too long, is told nothing: they know. */
const isOwnWish = (error: unknown, { aborted }: AbortSignal): boolean =>
  aborted || (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError'));

function wake(place: HTMLElement, root: ParentNode, done: Done, until: AbortSignal | undefined): void {
  const { passkey, redirect = '', onward = '', failed = '', csrf: antiForgery = '' } = place.dataset;
  const button = place.querySelector('button');
  const told = place.querySelector('[role=alert]');
  if (!button || !told) return;
  // One question at a time: a new one ends the one before.
  let asking = new AbortController();
  const anew = (): AbortSignal => {
    asking.abort();
    asking = new AbortController();
    return asking.signal;
  };
  until?.addEventListener('abort', () => asking.abort());
  // Two sign-ins at once would be two sessions, and the mark of the one beside the other.
  let isAnswered = false;
  async function enter(how: { readonly mediation?: CredentialMediationRequirement; readonly signal: AbortSignal }): Promise<void> {
    try {
      done(await signIn({ ...how, answered: () => (isAnswered = true) }, redirect, onward, antiForgery));
    } finally {
      isAnswered = false;
    }
  }

  async function offerInField(): Promise<void> {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const field = root.querySelector<HTMLInputElement>('input[autocomplete~=username]');
    // Who has pressed the button meanwhile is not asked twice.
    if (!field || until?.aborted || button?.ariaBusy) return;
    field.autocomplete = 'username webauthn' as AutoFill;
    const signal = anew();
    // A page that stands open for long asks for a new challenge in time.
    const renewal = setTimeout(() => void offerInField(), aheadFor);
    signal.addEventListener('abort', () => clearTimeout(renewal));
    try {
      await enter({ mediation: 'conditional', signal });
    } catch (error) {
      if (!isOwnWish(error, signal)) told?.replaceChildren(failed);
    }
  }

  button.addEventListener('click', async () => {
    if (isAnswered) return;
    told.replaceChildren();
    button.ariaBusy = 'true';
    const signal = anew();
    try {
      if (passkey === 'add') {
        await add(signal);
        done(onward);
      } else await enter({ signal });
    } catch (error) {
      // What the server says is in the reader's language.
      if (!isOwnWish(error, signal)) told.replaceChildren(error instanceof Error && error.name === 'ApiError' && error.message ? error.message : failed);
    }
    button.ariaBusy = null;
  });
  place.hidden = false;
  if (passkey === 'sign-in') void offerInField();
}

/**
 * Wakes the places for passkeys in a page or a part of it, where the browser knows them, and a code that a phone scans: one way of
 * signing in or the other.
 * @param done what follows, with the address to go on to.
 * @param until when that part is gone, so that the browser is asked no longer.
 */
export function wakeWays(root: ParentNode, done: Done, until?: AbortSignal): void {
  const scan = root.querySelector<HTMLElement>('[data-scan]');
  if (scan) void import('./scan.ts').then((part) => part?.watchScan(scan));
  if (!('PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential)) return;
  for (const place of root.querySelectorAll<HTMLElement>('[data-passkey]')) wake(place, root, done, until);
}
