/**
 * A form that asks for a certified name of whoever has none (R4.046–R4.053): on desks the dialog stands before it is sent, over all that was
 * written, and the form goes on when the dialog ends with a name. On phones, and where anything fails, the form is sent: the server leads to the page
 * that asks, and back to what was written.
 */
import { beginSignIn, desk } from './sign-in.ts';

/** @param form says in `data-realname` where its reader is asked for a name. */
export function askNameFirst(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    const { realname: href } = form.dataset;
    if (href === undefined || event.defaultPrevented || !matchMedia(desk).matches || !navigator.onLine) return;
    event.preventDefault();
    // Whoever counts what is sent hears of the second sending alone.
    event.stopImmediatePropagation();
    const { submitter } = event;
    const goOn = (): void => {
      delete form.dataset['realname'];
      form.requestSubmit(submitter);
    };
    void beginSignIn(new URL(href, location.href).href, goOn, false, true).then(() => {
      if (!document.querySelector('dialog.sign-in[open]')) goOn();
    });
  });
}
