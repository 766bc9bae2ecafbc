/** The pages of signing in and of an account, at every width: what script adds to their fields, and passwords that leave the browser as its hash. */
import { loadStyles } from '#islands/browser/styles.ts';
import agreeTipStyles from './agree-tip.css?url';
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

export function wakeStepPage(account: HTMLElement): void {
  // What is said beside a box has its styles before it is needed.
  void loadStyles(agreeTipStyles).catch(() => undefined);
  wakeFields(account);
  for (const form of account.querySelectorAll<HTMLFormElement>('.form')) if (form.querySelector('input[type=password]')) sendHashed(form);
}
