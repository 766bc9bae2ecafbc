/**
 * Signing in without leaving the page, on desks: the steps are the pages of `/users/login`, one after another in a dialog.
 * So there is one way through them, whichever way a reader takes it; on a phone, without script and when something fails it is
 * the pages themselves. Loaded when somebody wants to sign in.
 */
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import type { PageSettings } from '#islands/browser/page-settings.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { signInEnd } from '#islands/browser/sign-in-end.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import { asksOthers, carryContact, carryPasswords, enhanceStep, hashedForm, heldForCaptcha } from './sign-in-step.ts';
import styles from './sign-in.css?url';

/** From here on there is room for a dialog (R4.038). */
export const desk = '(min-width: 1024px)';
/** Milliseconds in which a form that an answer has just shown is not sent before somebody has touched it: it was a second click (R5.40). */
const secondClick = 1_500;

type Done = () => unknown;

/** Whether a dialog is open or on its way: there is one at a time. */
let isUnderWay = false;

const headers = { accept: 'text/html' };

/** Where somebody who has to leave for another page comes back to. */
const here = (): string => location.pathname + location.search;

/** Opens the dialog for a link to the way in, or follows the link. */
export function openSignIn(link: HTMLAnchorElement): void {
  const { login } = link.dataset;
  // Where the link leads to what is a person's own, who has signed in just goes there; everybody else is asked here who they are (R4.038).
  const isThere = login === 'member' && readCookie(markerCookie) !== undefined;
  if (!isThere && matchMedia(desk).matches && !document.querySelector('.account[data-step]')) void beginSignIn(link.href, undefined, Boolean(login));
  else location.assign(link.href);
}

/**
 * @param href the page of the first step. Where it names a `redirect`, that page follows; else the reader stays here.
 * While one dialog is open or on its way, another is not begun.
 * @param then is done once, when somebody is signed in and stays here (R4.040).
 * @param goesOn whether the page that comes last is shown in any case, as where an address is added to an account.
 * @param isUnasked nobody has pressed anything for it: what cannot be shown is left out, and nothing that is open is covered.
 */
export async function beginSignIn(href: string, then?: Done, goesOn = false, isUnasked = false): Promise<void> {
  if (isUnderWay) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog sign-in';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  dialog.innerHTML =
    '<div><header><h2 id="sign-in-title"></h2><button type="button"><span aria-hidden="true">×</span></button></header><div class="step"></div></div>';
  const [title, step, close] = ['h2', '.step', 'header button'].map((one) => dialog.querySelector<HTMLElement>(one));
  if (!title || !step || !close) return;
  const hasTarget = new URL(href).searchParams.has('redirect');
  isUnderWay = true;
  // Who closes the dialog ends what it is doing: it does not come back with the answer.
  const closing = new AbortController();
  const { signal } = closing;
  let shown = new AbortController();
  let isBusy = false;
  let untouchedSince = Number.NEGATIVE_INFINITY;

  const post = async (form: HTMLFormElement): Promise<Response> => fetch(form.action, { method: 'POST', headers, body: await hashedForm(form), signal });

  function end(isSignedIn = false): void {
    if (signal.aborted) return;
    isUnderWay = false;
    closing.abort();
    shown.abort();
    dialog.remove();
    dispatchEvent(new CustomEvent(signInEnd, { detail: isSignedIn }));
  }

  function sayOffline(): void {
    const { messages } = JSON.parse(document.getElementById('api')?.textContent ?? '{}') as Pick<PageSettings, 'messages'>;
    const said = step?.querySelector('.offline') ?? document.createElement('p');
    said.className = 'problem offline';
    said.setAttribute('role', 'alert');
    said.textContent = messages.offline;
    step?.prepend(said);
  }

  /** A step that this page's policy has no room for is shown by its own page, to which the form is sent as it was filled in. */
  function leaveFor(address: string, form: HTMLFormElement | undefined): void {
    if (!form || !dialog.contains(form)) return location.assign(address);
    const target = form.elements.namedItem('redirect');
    if (target instanceof HTMLInputElement) target.value ||= here();
    form.submit();
  }

  /** Shows the page that was answered, or ends: it is no step any more. @param form what it answers, if a form was sent. */
  async function show(answer: Response, form?: HTMLFormElement): Promise<void> {
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const content = page.querySelector<HTMLElement>('.account[data-step]');
    const isUncalled = isUnasked && !dialog.isConnected;
    if (isUncalled && (!content || document.querySelector('dialog[open], :popover-open'))) return end();
    if (!content || !title || !step || !close) return finish(answer.url);
    // Who asks for another code has said so by then; the page in between asks once more.
    const again = content.querySelector<HTMLFormElement>('form#again');
    if (again && !content.querySelector('[role=alert]')) return show(await post(again));
    if (content.querySelector('astro-island') && asksOthers(answer)) return leaveFor(answer.url, form);
    // Here there is script: what stands in for it would be taken for what it says.
    for (const one of content.querySelectorAll('noscript')) one.remove();
    title.textContent = page.querySelector('h1')?.textContent ?? '';
    close.setAttribute('aria-label', content.dataset['step'] ?? '');
    // What a form was answered with has its own values.
    if (!form) carryContact(step, content);
    else if (heldForCaptcha(content)) carryPasswords(form, content);
    const lead = page.querySelector('main .lead');
    step.replaceChildren(...(lead ? [document.adoptNode(lead)] : []), document.adoptNode(content));
    // What is to be read before is read beside.
    for (const one of step.querySelectorAll<HTMLAnchorElement>('a:not(.others a, .problems a)')) one.target = '_blank';
    shown.abort();
    shown = new AbortController();
    enhanceStep(step, finish, shown.signal);
    if (!dialog.isConnected) {
      document.body.append(dialog);
      dialog.showModal();
    }
    untouchedSince = performance.now();
    const first =
      step.querySelector<HTMLElement>('[role=alert],[data-first]') ??
      [...step.querySelectorAll<HTMLElement>('textarea, input:not([type=hidden],[type=radio])')].find((one) => one.offsetParent);
    (first ?? close).focus();
  }

  function finish(address: string): void {
    // Nobody is signed in: something else was answered than a step.
    if (hasTarget || goesOn || readCookie(markerCookie) === undefined) {
      end();
      return location.assign(address);
    }
    dialog.close();
    end(true);
    // Header, menu and whatever else follows listen for it.
    dispatchEvent(new CustomEvent('loftling:signed-in'));
    void then?.();
  }

  async function go(address: string, form?: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    if (dialog.open && !navigator.onLine) return sayOffline();
    isBusy = true;
    dialog.setAttribute('aria-busy', 'true');
    try {
      const [answer] = await Promise.all([form ? post(form) : fetch(address, { headers, signal }), loadStyles(styles)]);
      await show(answer, form);
    } catch {
      if (signal.aborted) return;
      // Without connection nothing is lost: the form stands there as it was filled in.
      if (dialog.open) return sayOffline();
      end();
      if (!isUnasked) location.assign(address);
    } finally {
      isBusy = false;
      dialog.removeAttribute('aria-busy');
    }
  }

  dialog.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    // A form to a third party is led on to where this page's policy lets no form go; the page of the way there has one that does.
    if (!form.matches('.form')) {
      const target = form.elements.namedItem('redirect');
      const redirect = (target instanceof HTMLInputElement && target.value) || here();
      return location.assign(`${form.action}?${new URLSearchParams({ redirect })}`);
    }
    // What a script sends, as a code that is whole, was no click.
    if (event.submitter && event.timeStamp - untouchedSince < secondClick) return;
    // What only asks stands in an address.
    if (form.method === 'get') return void hashedForm(form).then((values) => go(`${form.action}?${values}`));
    void go(form.action, form);
  });
  let isPressedOutside = false;
  dialog.addEventListener('pointerdown', ({ target }) => (isPressedOutside = target === dialog));
  dialog.addEventListener('input', () => (untouchedSince = Number.NEGATIVE_INFINITY));
  dialog.addEventListener('click', (event) => {
    // Who selects what they wrote may let go outside.
    if (event.target === dialog && isPressedOutside) dialog.close();
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.others a') : null;
    if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const { ends } = link.dataset;
    if (ends === undefined) return void go(link.href);
    // What was wanted before it is done, or left as it is: it stands on the page below.
    if (!then) return location.assign(link.href);
    dialog.close();
    if (ends === 'done') void then();
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => end());
  await go(href);
}
