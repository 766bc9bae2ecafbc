/** What a step of signing in needs in the dialog of desks alone, beside what its page has too: passkeys, the captcha, and what it sends. */
import { loadOptional } from './optional-part.ts';
import { hashedPasswords, wakeFields } from './step-fields.ts';

/** Astro writes the values of an island as pairs of kind and value. */
function plain([, value]: readonly [number, unknown]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one as [number, unknown])]));
}

/** Where a form that was sent is shown again for a captcha alone; everything else in it stays as it was written. */
export const heldForCaptcha = (answer: ParentNode): HTMLElement | null => answer.querySelector('[data-held] astro-island');

/** Whether a page may ask other hosts, as those whose captchas it shows. The page that asked for it may not. */
export const asksOthers = ({ headers }: Response): boolean => /(?:script|frame)-src[^;]*https:/.test(headers.get('content-security-policy') ?? '');

/** Passwords that nobody has looked at yet are not typed once more; the server never sends one back. */
export function carryPasswords(from: ParentNode, to: ParentNode): void {
  for (const field of from.querySelectorAll<HTMLInputElement>('input[type=password]')) {
    const same = to.querySelector<HTMLInputElement>(`input[type=password][name="${field.name}"]`);
    if (same?.value === '') same.value = field.value;
  }
}

/** A captcha that a call has asked for: React comes with it, and not before. */
export async function wakeCaptcha(place: HTMLElement): Promise<void> {
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
  wakeFields(step);
  const question = step.querySelector<HTMLFormElement>('[data-ask] .form');
  if (question) void loadOptional(() => import('./ask-form.ts')).then((part) => part?.wakeAskForm(question));
  const captcha = step.querySelector<HTMLElement>('astro-island');
  if (captcha) void wakeCaptcha(captcha);
  if (step.querySelector('[data-passkey],[data-scan]')) void loadOptional(() => import('./passkey.ts')).then((part) => part?.wakeWays(step, done, until));
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

/** What a form sends: passwords as the browser hashes them (R5.19), unless they are wrong or it cannot. */
export async function hashedForm(form: HTMLFormElement): Promise<URLSearchParams> {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value);
  for (const [name, value] of await hashedPasswords(form)) values.set(name, value);
  return values;
}
