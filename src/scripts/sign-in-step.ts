/** What script adds to a step of signing in: password hints as one types, a code's countdown, passkeys, the captcha, and the browser's own hash. */
import { plainSigns } from '#lib/validation/pasted.rules.ts';
import { clientHash, isClientHash, newPasswordFault, passwordFault, passwordHints } from '#lib/validation/passwords.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import { agreeTip, resendAfter } from '#lib/features/accounts/accounts.schema.ts';
import { loadOptional } from './optional-part.ts';
import { whenLeft } from './when-left.ts';

/** Two hints that tell, while somebody types, whether they are met (R5.18). */
function hintAsTyped(input: HTMLInputElement): void {
  const items = [...(input.closest('.field')?.querySelectorAll<HTMLElement>('[data-rule]') ?? [])];
  const show = (): void => {
    for (const [at, item] of items.entries()) item.toggleAttribute('data-met', passwordHints[at]?.isMet(input.value) ?? false);
  };
  input.addEventListener('input', show);
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
    const missing = [...form.querySelectorAll<HTMLElement>('input:invalid, select:invalid, textarea:invalid')];
    const [box] = missing;
    if (!box || !missing.every((one) => one.matches('[type=checkbox]'))) return;
    event.preventDefault();
    // The dialog would send it.
    event.stopPropagation();
    void loadOptional(() => import('./agree-tip.ts')).then((part) => part?.tellToAgree(box, agreeTip));
  });
}

/** Another code is sent a minute after the last one (R4.036, R4.037); until then the link says how long. */
function countDown(link: HTMLAnchorElement): void {
  const words = { now: link.textContent, later: link.dataset['wait'] ?? '' };
  const until = Date.now() + resendAfter * 1_000;
  link.addEventListener('click', (event) => {
    if (Date.now() < until) event.preventDefault();
  });
  const show = (): void => {
    const seconds = Math.ceil((until - Date.now()) / 1_000);
    link.textContent = seconds > 0 ? words.later.replace('{{seconds}}', String(seconds)) : words.now;
    if (seconds > 0) link.setAttribute('aria-disabled', 'true');
    else link.removeAttribute('aria-disabled');
    if (seconds > 0 && link.isConnected) setTimeout(show, 1_000);
  };
  show();
}

/** Astro writes the values of an island as pairs of kind and value. */
function plain([, value]: readonly [number, unknown]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one as [number, unknown])]));
}

/** A captcha that a call has asked for: React comes with it, and not before. */
async function wakeCaptcha(place: HTMLElement): Promise<void> {
  // What the server wrote of it does nothing yet: a press would be lost.
  place.inert = true;
  const [{ createRoot }, { createElement }, { Captcha }] = await Promise.all([
    import('react-dom/client'),
    import('react'),
    import('#islands/captcha/Captcha.tsx'),
  ]);
  const props = plain([0, JSON.parse(place.getAttribute('props') ?? '{}')]) as Parameters<typeof Captcha>[0];
  const root = document.createElement('div');
  place.replaceWith(root);
  createRoot(root).render(createElement(Captcha, props));
}

/**
 * @param done what follows when a passkey has signed somebody in, with the address that they would go on to.
 * @param until when another step takes its place.
 */
export function enhanceStep(step: HTMLElement, done: (address: string) => unknown, until: AbortSignal): void {
  for (const input of step.querySelectorAll<HTMLInputElement>('input[autocomplete="new-password"]')) hintAsTyped(input);
  const question = step.querySelector<HTMLFormElement>('[data-ask] .form');
  if (question) void loadOptional(() => import('./ask-form.ts')).then((part) => part?.wakeAskForm(question));
  else for (const input of step.querySelectorAll<HTMLInputElement>('input[data-wrong]')) checkWhenLeft(input);
  for (const form of step.querySelectorAll<HTMLFormElement>('.form')) if (form !== question && form.method === 'post') askToAgree(form);
  for (const link of step.querySelectorAll<HTMLAnchorElement>('a[data-wait]')) countDown(link);
  const captcha = step.querySelector<HTMLElement>('astro-island');
  if (captcha) void wakeCaptcha(captcha);
  if (step.querySelector('[data-passkey],[data-scan]')) void loadOptional(() => import('./passkey.ts')).then((part) => part?.wakeWays(step, done, until));
  // A code that is whole is sent: nobody has to look for the button.
  const code = step.querySelector<HTMLInputElement>('input[name=code]');
  code?.addEventListener('input', () => {
    code.value = plainSigns(code.value).replaceAll(/\D/g, '').slice(0, 6);
    if (code.value.length === 6) code.form?.requestSubmit();
  });
}

/** Fields by which people say who they are, in every step alike. */
const contactFields = ['canal', 'email', 'country_code', 'phone'].map((name) => `[name=${name}]`).join();
type ContactField = HTMLInputElement | HTMLSelectElement;

/** Who goes another way than they began is not asked again what they have written: it comes along into what is empty there. */
export function carryContact(from: Element, to: Element): void {
  const written = new Map<string, string>();
  for (const field of from.querySelectorAll<ContactField>(contactFields))
    if (field instanceof HTMLSelectElement || field.type !== 'radio' || field.checked) written.set(field.name, field.value);
  for (const field of to.querySelectorAll<ContactField>(contactFields)) {
    const value = written.get(field.name);
    if (!value) continue;
    if (field instanceof HTMLSelectElement) field.value = value;
    else if (field.type === 'radio') field.checked = field.value === value;
    else if (field.value === '') field.value = value;
  }
}

/** Whether a new password is one of those that are tried first; what cannot be loaded is left to the server. */
async function isCommon(password: string): Promise<boolean> {
  const loaded = await import('#lib/validation/common-passwords.ts').catch(() => undefined);
  return loaded?.isCommonPassword(password) ?? false;
}

/** What a form sends: passwords as the browser hashes them (R5.19), unless they are wrong or it cannot. */
export async function hashedForm(form: HTMLFormElement): Promise<URLSearchParams> {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value);
  for (const { name, value, autocomplete } of form.querySelectorAll<HTMLInputElement>('input[type=password]')) {
    const isFresh = autocomplete === 'new-password';
    // One that is refused goes as it is, so that the answer says why.
    const fault = isFresh ? newPasswordFault(value.trim()) || (await isCommon(value.trim())) : passwordFault(value.trim());
    if (value !== '' && !fault && !isClientHash(value) && isSecureContext) values.set(name, await clientHash(value));
  }
  return values;
}
