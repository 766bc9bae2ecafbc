/** The pages of signing in and of an account, at every width: what script adds to their fields, and passwords that leave the browser as its hash. */
import { loadStyles } from '#islands/browser/styles.ts';
import agreeTipStyles from './agree-tip.css?url';
import { loadOptional } from './optional-part.ts';
import { hashedPasswords, wakeFields } from './step-fields.ts';

/**
 * The field keeps what was typed, for the browser that may remember it; what is sent is told by `formdata`. Hashing takes a moment, so the
 * first sending is held and made again: whoever listens after this hears of the second alone.
 */
function sendHashed(form: HTMLFormElement): void {
  let hashed: ReadonlyMap<string, string> | undefined;
  let isHashing = false;
  form.addEventListener('submit', (event) => {
    if (hashed || event.defaultPrevented) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isHashing) return;
    isHashing = true;
    // In a turn of its own: while the first sending is still being told of, browsers take no second one.
    const send = (passwords: ReadonlyMap<string, string>): void => {
      isHashing = false;
      hashed = passwords;
      form.requestSubmit(event.submitter);
      // Who comes back to what was kept from being sent may have typed another.
      hashed = undefined;
    };
    void hashedPasswords(form).then((passwords) => setTimeout(send, 0, passwords));
  });
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of hashed ?? []) formData.set(name, value);
  });
}

/** Sends the form as forms are sent, with passwords as they were hashed. */
function leaveWith(form: HTMLFormElement, values: URLSearchParams): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input[type=password]')) field.value = values.get(field.name) ?? field.value;
  form.submit();
}

/**
 * A page that is loaded anew has no password in it, and what a call asks for at first may be a captcha alone, because strangers have tried
 * the same contact: so the page stays, and takes what it was answered.
 */
function sendStaying(account: HTMLElement, form: HTMLFormElement): void {
  let isSending = false;
  // After those of the form, which may hold it: for its hash, or until a captcha is solved.
  document.addEventListener('submit', (event) => {
    if (event.target !== form || event.defaultPrevented || !navigator.onLine) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const values = new URLSearchParams([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
    const answered = loadOptional(() => import('./sign-in-answer.ts'))
      // What cannot be had is sent as it was before.
      .then((part) => (part ? part.answerOf(account, form, values, wakeStepPage) : false))
      .catch(() => false)
      .then((isAnswered) => isAnswered || leaveWith(form, values));
    void answered.finally(() => (isSending = false));
  });
}

export function wakeStepPage(account: HTMLElement): void {
  // What is said beside a box has its styles before it is needed.
  void loadStyles(agreeTipStyles).catch(() => undefined);
  wakeFields(account);
  for (const form of account.querySelectorAll<HTMLFormElement>('.form')) if (form.querySelector('input[type=password]')) sendHashed(form);
  const entering = 'step' in account.dataset ? account.querySelector('input[type=password][autocomplete="current-password"]')?.closest('form') : undefined;
  if (entering) sendStaying(account, entering);
}
