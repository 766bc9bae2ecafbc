/** Questions that were asked without connection: they wait on this device, are sent once there is one, and can be taken back. */
import type { askQuestionContract } from '#lib/features/enquiries/enquiries.contract.ts';
import type { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { askedFlagOf, most, readDraft, readWaiting, wholeValues, withDraft } from '#lib/features/enquiries/asking.rules.ts';
import { draftKey } from '#lib/features/enquiries/asking-opens.rules.ts';
import type { WaitingAsk } from '#lib/features/enquiries/asking.rules.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { waitingKey } from '#islands/browser/kept-keys.ts';
import { pageSettings } from '#islands/browser/page-settings.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import { loadWords } from '#islands/browser/words.ts';
import { keep, recall } from './browser-storage.ts';
import styles from './asking.css?url';

export const askWire = { method: 'POST', path: '/_api/listing/askQuestion' } as const;
const sessionWire = { method: 'GET', path: '/_buserApi/session' } as const;
/** Code of what nobody can take at the moment, as in `apiErrors`, whose table is for the client. */
const unavailable = 503;
const isQuiet = { clientToastHide: true, noJump: true } as const;

const read = (): readonly WaitingAsk[] => readWaiting(recall('localStorage', waitingKey), Date.now());
const write = (all: readonly WaitingAsk[]): void => keep('localStorage', waitingKey, all.length > 0 ? JSON.stringify(all) : null);
const without = (id: string): readonly WaitingAsk[] => read().filter((one) => one.id !== id);

/** @returns false where there is no more room, or nothing can be kept. */
export function keepWaiting(ask: WaitingAsk): boolean {
  const others = without(ask.id);
  if (others.length >= most.waiting) return false;
  write([...others, ask]);
  return read().some(({ id }) => id === ask.id);
}

/** Number of who is signed in; empty for nobody. */
async function personNow(): Promise<string> {
  if (readCookie(markerCookie) === undefined) return '';
  const { api } = await import('#islands/browser/api.ts');
  return String((await api().call<typeof sessionContract>(sessionWire, {}, isQuiet)).cust_id);
}

/** What was written stands in the form again; its boxes have to be ticked anew. */
function toDraft({ values, whose }: WaitingAsk): void {
  const before = readDraft(recall('sessionStorage', draftKey), Date.now());
  keep('sessionStorage', draftKey, JSON.stringify(withDraft(before, values, whose, Date.now())));
}

let bar: HTMLElement | undefined;

function show(text: string, actions: readonly (readonly [string, () => unknown])[]): void {
  bar?.remove();
  bar = document.createElement('aside');
  bar.className = 'ask-waiting';
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  bar.append(words);
  for (const [name, act] of actions) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button quiet';
    button.textContent = name;
    button.addEventListener('click', () => void act());
    bar.append(button);
  }
  document.body.append(bar);
  // A region is read out for what comes into it.
  words.textContent = text;
}

const close = (): void => bar?.remove();

/** Shows what waits, the oldest first; nothing where nothing does. */
export async function showWaiting(): Promise<void> {
  const [first] = read();
  const [t] = await Promise.all([loadWords('asking', pageSettings().locale), loadStyles(styles)]);
  if (!first) return;
  const takeBack = async (): Promise<void> => {
    write(without(first.id));
    toDraft(first);
    show(t('asking.taken_back'), [
      [t('asking.look'), () => location.assign(first.form)],
      [t('asking.close'), close],
    ]);
  };
  if (first.unsent)
    show(t('asking.unsent'), [
      [
        t('asking.look'),
        () => {
          write(without(first.id));
          toDraft(first);
          location.assign(first.form);
        },
      ],
      [
        t('asking.close'),
        () => {
          write(without(first.id));
          close();
        },
      ],
    ]);
  else show(t('asking.waiting'), [[t('asking.take_back'), takeBack]]);
}

const mark = (id: string): void => write(read().map((one) => (one.id === id ? { ...one, unsent: true } : one)));

/** Sends one. @returns whether the next may be tried. */
async function deliver(ask: WaitingAsk): Promise<boolean> {
  try {
    // What one person wrote is not sent in another's name.
    if ((await personNow()) !== ask.whose) mark(ask.id);
    else {
      const { api } = await import('#islands/browser/api.ts');
      await api().call<typeof askQuestionContract>(askWire, wholeValues(ask), { ...isQuiet, idempotencyKey: ask.id });
      write(without(ask.id));
      keep('localStorage', askedFlagOf(ask.values), String(Date.now()));
      const t = await loadWords('asking', pageSettings().locale);
      show(t('asking.sent_later'), [[t('asking.close'), close]]);
    }
    return true;
  } catch (error) {
    // Nobody answered, or whoever did cannot take anything just now: it waits on.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'number' || code === unavailable) return false;
    mark(ask.id);
    return true;
  }
}

async function deliverAll(): Promise<void> {
  await loadStyles(styles);
  for (const ask of read()) if (!ask.unsent && read().some(({ id }) => id === ask.id) && !(await deliver(ask))) break;
  if (read().length > 0) await showWaiting();
}

/** Sends what waits: by one tab at a time where browsers can tell; the server takes it once in any case. */
export async function sendWaiting(): Promise<void> {
  if (read().length === 0) return;
  if (!navigator.onLine) return showWaiting();
  if (!('locks' in navigator)) return deliverAll();
  await navigator.locks.request(waitingKey, { ifAvailable: true }, async (lock) => {
    if (lock) await deliverAll();
  });
}

addEventListener('online', () => void sendWaiting().catch(() => undefined));
addEventListener('storage', ({ key }) => {
  if (key === waitingKey && read().length === 0) close();
});
