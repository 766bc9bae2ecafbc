/**
 * What script adds to the forms of signing in and of an account, on their pages at every width and in the dialog of desks alike: hints of a
 * password and an address as one types, a code's countdown, a whole code sent by itself, and what is missing said where it is missing.
 */
import { plainSigns } from '#lib/validation/pasted.rules.ts';
import { clientHash, isClientHash, newPasswordFault, passwordFault, passwordHints, passwordLength } from '#lib/validation/passwords.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import { agreeTip, resendAfter } from '#lib/features/accounts/accounts.schema.ts';
import { loadOptional } from './optional-part.ts';
import { whenLeft } from './when-left.ts';

/** Two hints that tell, while somebody types, whether they are met (R5.18). */
function hintAsTyped(input: HTMLInputElement): void {
  const list = input.closest('.field')?.querySelector<HTMLElement>('.rules');
  const items = [...(list?.querySelectorAll<HTMLElement>('[data-rule]') ?? [])];
  const show = (): void => {
    for (const [at, item] of items.entries()) item.toggleAttribute('data-met', passwordHints[at]?.isMet(input.value) ?? false);
  };
  list?.setAttribute('data-live', '');
  input.addEventListener('input', show);
  show();
}

/** An address that is none is said beside the field when it is left (R8.29), until it is one. */
function checkWhenLeft(input: HTMLInputElement): void {
  const note = document.createElement('p');
  note.className = 'problem';
  note.id = `${input.id}-wrong`;
  note.setAttribute('role', 'alert');
  const check = (): void => {
    const isWrong = input.value.trim() !== '' && emailOf(input.value) === undefined;
    note.textContent = isWrong ? (input.dataset['wrong'] ?? '') : '';
    if (!isWrong) {
      note.remove();
      input.removeAttribute('aria-invalid');
    } else if (!note.isConnected) {
      // What the server said of it before has been read.
      input.closest('.field')?.querySelector('.problem')?.remove();
      input.before(note);
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', note.id);
    }
  };
  whenLeft(input, check);
  input.addEventListener('input', () => note.isConnected && check());
}

/** Where nothing but the agreement is missing, it is said beside its box (R9.12); whatever else is wrong the server tells with it. */
function askToAgree(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    // What the chosen way does not show is not missing.
    const missing = [...form.querySelectorAll<HTMLElement>('input:invalid, select:invalid, textarea:invalid')].filter((one) => one.offsetParent);
    const [box] = missing;
    if (!box || !missing.every((one) => one.matches('[type=checkbox]'))) return;
    event.preventDefault();
    // Whoever else waits for it would send it.
    event.stopImmediatePropagation();
    void loadOptional(() => import('./agree-tip.ts')).then((part) => part?.tellToAgree(box, agreeTip));
  });
}

/** What is counted down: a link to where a code is sent again, or the button that sends it. */
type Waiting = { readonly on: HTMLElement; readonly words: string; readonly seconds: number };

function waitingIn(place: HTMLElement): Waiting | undefined {
  const on = place instanceof HTMLAnchorElement ? place : place.querySelector('button');
  const seconds = Number(place.dataset['seconds'] ?? resendAfter);
  return on ? { on, words: place.dataset['wait'] ?? '', seconds } : undefined;
}

/** Another code is sent a minute after the last one (R4.036, R4.037), whichever page tells of it; until then it says how long. */
function countDown({ on, words, seconds: total }: Waiting): void {
  const now = on.textContent;
  const until = Date.now() + total * 1_000;
  on.addEventListener('click', (event) => {
    if (Date.now() < until) event.preventDefault();
  });
  const show = (): void => {
    const seconds = Math.ceil((until - Date.now()) / 1_000);
    on.textContent = seconds > 0 ? words.replace('{{seconds}}', String(seconds)) : now;
    if (seconds > 0) on.setAttribute('aria-disabled', 'true');
    else on.removeAttribute('aria-disabled');
    if (seconds > 0 && on.isConnected) setTimeout(show, 1_000);
  };
  if (total > 0) show();
}

/** A code for a new contact is sent for one that may be right (R5.52): until then its button says that it cannot be pressed. */
function waitForContact(form: HTMLFormElement): void {
  const send = form.querySelector<HTMLElement>('[type=submit]');
  const given = (name: string): string => String(new FormData(form).get(name) ?? '');
  const canSend = (): boolean => (given('canal') === '1' ? /(?:\d\D*){7}/.test(given('phone').normalize('NFKC')) : emailOf(given('email')) !== undefined);
  const show = (): void => {
    if (canSend()) send?.removeAttribute('aria-disabled');
    else send?.setAttribute('aria-disabled', 'true');
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    if (canSend()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    [...form.querySelectorAll<HTMLElement>('[name=email], [name=phone]')].find((one) => one.offsetParent)?.focus();
  });
  show();
}

/** A code that is whole is sent: nobody has to look for the button. */
function sendWhole(code: HTMLInputElement): void {
  code.addEventListener('input', () => {
    code.value = plainSigns(code.value).replaceAll(/\D/g, '').slice(0, 6);
    if (code.value.length === 6) code.form?.requestSubmit();
  });
}

/** @param root a page's account, or a step in the dialog. The form of a question looks after itself. */
export function wakeFields(root: HTMLElement): void {
  for (const input of root.querySelectorAll<HTMLInputElement>('input[autocomplete="new-password"]')) hintAsTyped(input);
  for (const place of root.querySelectorAll<HTMLElement>('[data-wait]')) {
    const waiting = waitingIn(place);
    if (waiting) countDown(waiting);
  }
  for (const form of root.querySelectorAll<HTMLFormElement>('.form')) {
    if (form.closest('[data-ask]') || form.method !== 'post') continue;
    for (const input of form.querySelectorAll<HTMLInputElement>('input[data-wrong]')) checkWhenLeft(input);
    if (form.id === 'bind') waitForContact(form);
    if (root.matches('[data-step], .step')) askToAgree(form);
  }
  const code = root.querySelector<HTMLInputElement>('input[name=code]');
  if (code) sendWhole(code);
}

/** Whether a new password is one of those that are tried first; what cannot be loaded is left to the server. */
async function isCommon(password: string): Promise<boolean> {
  const loaded = await loadOptional(() => import('#lib/validation/common-passwords.ts'));
  return loaded?.isCommonPassword(password) ?? false;
}

/** The passwords of a form as the browser hashes them (R5.19), by field; those that are wrong, or that it cannot, are left out. */
export async function hashedPasswords(form: HTMLFormElement): Promise<ReadonlyMap<string, string>> {
  const hashed = new Map<string, string>();
  for (const { name, value, autocomplete, maxLength } of form.querySelectorAll<HTMLInputElement>('input[type=password]')) {
    // Those of staff may be longer: the server has to see them to judge them, and hashes them itself.
    if (maxLength > passwordLength.most) continue;
    // One that is refused goes as it is, so that the answer says why.
    const fault = autocomplete === 'new-password' ? newPasswordFault(value.trim()) || (await isCommon(value.trim())) : passwordFault(value.trim());
    if (value !== '' && !fault && !isClientHash(value) && isSecureContext) hashed.set(name, await clientHash(value));
  }
  return hashed;
}
