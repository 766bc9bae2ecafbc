/**
 * Passkeys where the browser knows them: a button to sign in or to make one, of people and of staff, and where somebody signs in
 * what the browser itself offers in the field of the address, on its page and in the dialog. Pages that have neither load nothing of it.
 */
import type { CallOptions, Client } from '#lib/api/client.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import type * as ofPeople from '#lib/features/accounts/passkeys.contract.ts';
import type * as ofStaff from '#lib/features/staff/staff-passkeys.contract.ts';

type Given = { readonly id: string; readonly answer: string };

/** What a place is for: where the options come from, and where the browser's answer goes. */
type Way = {
  begin(calls: Client, options: CallOptions): Promise<{ readonly id: string; readonly options: string }>;
  finish(calls: Client, given: Given, redirect: string, options: CallOptions): Promise<{ readonly redirect?: string }>;
};

const method = 'POST' as const;
const ways: Readonly<Record<string, Way>> = {
  'sign-in': {
    begin: (calls, options) => calls.call<typeof ofPeople.passkeyLoginStartContract>({ method, path: '/_buserApi/passkey/login/start' }, {}, options),
    finish: (calls, given, redirect, options) =>
      calls.call<typeof ofPeople.passkeyLoginContract>({ method, path: '/_buserApi/passkey/login' }, { ...given, redirect }, options),
  },
  add: {
    begin: (calls, options) => calls.call<typeof ofPeople.passkeyAddStartContract>({ method, path: '/_buserApi/passkey/add/start' }, {}, options),
    finish: (calls, given, _, options) => calls.call<typeof ofPeople.passkeyAddContract>({ method, path: '/_buserApi/passkey/add' }, given, options),
  },
  'staff-sign-in': {
    begin: (calls, options) => calls.call<typeof ofStaff.staffPasskeyLoginStartContract>({ method, path: '/_api/staff/passkeys/login/start' }, {}, options),
    finish: (calls, given, redirect, options) =>
      calls.call<typeof ofStaff.staffPasskeyLoginContract>({ method, path: '/_api/staff/passkeys/login' }, { ...given, redirect }, options),
  },
  'staff-prove': {
    begin: (calls, options) => calls.call<typeof ofStaff.staffPasskeyProveStartContract>({ method, path: '/_api/staff/passkeys/prove/start' }, {}, options),
    finish: (calls, given, _, options) => calls.call<typeof ofStaff.staffPasskeyProveContract>({ method, path: '/_api/staff/passkeys/prove' }, given, options),
  },
  'staff-add': {
    begin: (calls, options) => calls.call<typeof ofStaff.staffPasskeyAddStartContract>({ method, path: '/_api/staff/passkeys/add/start' }, {}, options),
    finish: (calls, given, _, options) => calls.call<typeof ofStaff.staffPasskeyAddContract>({ method, path: '/_api/staff/passkeys/add' }, given, options),
  },
};
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

type How = { readonly mediation?: CredentialMediationRequirement; readonly signal: AbortSignal; readonly answered: () => void };

/** Proves with a passkey who it is. @returns the address to go on to, where the server says one. */
async function prove({ begin, finish }: Way, { answered, ...how }: How, redirect: string, antiForgery: string): Promise<string> {
  const calls = await client();
  const { id, options } = await begin(calls, { ...quiet, antiForgery, signal: how.signal });
  how.signal.throwIfAborted();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  const answer = written(await navigator.credentials.get({ ...how, publicKey }));
  how.signal.throwIfAborted();
  answered();
  return (await finish(calls, { id, answer }, redirect, { ...quiet, antiForgery })).redirect ?? '';
}

async function add({ begin, finish }: Way, signal: AbortSignal, more: CallOptions): Promise<void> {
  const calls = await client();
  const { id, options } = await begin(calls, { ...quiet, ...more });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  const answer = written(await navigator.credentials.create({ publicKey, signal }));
  await finish(calls, { id, answer }, '', { ...quiet, ...more });
}

/** Who does not want to, or waits for too long, is told nothing: they know. */
const isOwnWish = (error: unknown, { aborted }: AbortSignal): boolean =>
  aborted || (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError'));

const isRefusal = (error: unknown, name: 'proof-needed' | 'way-refused'): boolean =>
  error instanceof Error && 'code' in error && error.code === apiErrors[name].code;

/** What a reader is told; what the server says is in their language, but of a passkey that does not fit it speaks as of a third party. */
const words = (error: unknown, failed: string): string =>
  error instanceof Error && error.name === 'ApiError' && error.message && !isRefusal(error, 'way-refused') ? error.message : failed;

function wake(place: HTMLElement, root: ParentNode, done: Done, until: AbortSignal | undefined): void {
  const { passkey = '', redirect = '', onward = '', failed = '', csrf: antiForgery = '' } = place.dataset;
  const way = ways[passkey];
  const button = place.querySelector('button');
  const told = place.querySelector('[role=alert]');
  if (!button || !told || !way) return;
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
  const enter = async (how: Omit<How, 'answered'>, answered?: () => void): Promise<void> => {
    const isGiven = (): void => {
      isAnswered = true;
      answered?.();
    };
    try {
      done((await prove(way, { ...how, answered: isGiven }, redirect, antiForgery)) || onward);
    } finally {
      isAnswered = false;
    }
  };

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
    let isTaken = false;
    try {
      await enter({ mediation: 'conditional', signal }, () => (isTaken = true));
    } catch (error) {
      // Nobody asked for what the browser could not offer by itself; of a passkey that somebody took there they hear.
      if (isTaken && !isOwnWish(error, signal)) told?.replaceChildren(failed);
    }
  }

  button.addEventListener('click', async () => {
    if (isAnswered) return;
    told.replaceChildren();
    button.ariaBusy = 'true';
    const signal = anew();
    try {
      if (passkey === 'add' || passkey === 'staff-add') {
        // People’s own token is the newest one, that of the browser’s mark; staff have none but the page’s.
        await add(way, signal, passkey === 'add' ? {} : { antiForgery });
        done(onward);
      } else await enter({ signal });
    } catch (error) {
      // A page that stood open for long is shown anew, with what has to be done first.
      if (passkey === 'staff-add' && isRefusal(error, 'proof-needed')) done(location.pathname);
      else if (!isOwnWish(error, signal)) told.replaceChildren(words(error, failed));
    }
    button.ariaBusy = null;
  });
  place.hidden = false;
  if (passkey === 'sign-in' || passkey === 'staff-sign-in') void offerInField();
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
