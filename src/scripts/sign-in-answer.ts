/** What the page of a password does with what it is answered, without being loaded anew. Comes when one is sent. */
import { carryContact, carryPasswords, heldForCaptcha, wakeCaptcha } from './sign-in-step.ts';

/**
 * @param values what the form sends, its password as the browser hashes it.
 * @param wake what script adds to the page that takes the place of this one.
 * @returns whether it was answered here; the form has to be sent by the page otherwise.
 * @throws {TypeError} without connection; nothing was changed then.
 */
export async function answerOf(account: HTMLElement, form: HTMLFormElement, values: URLSearchParams, wake: (account: HTMLElement) => void): Promise<boolean> {
  const answer = await fetch(form.action, { method: 'POST', headers: { accept: 'text/html' }, body: values });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const content = page.querySelector<HTMLElement>('.account[data-step]');
  if (answer.redirected || !content?.querySelector(`form#${form.id}`)) {
    location.assign(answer.url);
    return true;
  }
  // The page's policy has room for the captchas of other services, as that of every form of its kind: nothing that was typed is lost to one.
  // Here there is script: what stands in for it would be sent, too.
  for (const one of content.querySelectorAll('noscript')) one.remove();
  if (heldForCaptcha(content)) carryPasswords(form, content);
  carryContact(form, content);
  document.title = page.title;
  account.replaceWith(document.adoptNode(content));
  wake(content);
  const captcha = content.querySelector<HTMLElement>('astro-island');
  if (captcha) void wakeCaptcha(captcha);
  content.querySelector<HTMLElement>('[role=alert]')?.focus();
  return true;
}
