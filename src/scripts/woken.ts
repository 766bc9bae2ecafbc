/**
 * Wakes what few pages have: what pages about a person need, the keys of the desk, ways to sign in by a device, the form of a question, and questions that wait for a
 * connection. A part of page.ts, which asks only whether there is any: as scripts of their own these pages' would share a file with it,
 * which every page would then fetch as a third.
 */
import { waitingKey } from '#islands/browser/kept-keys.ts';
import { recall } from './browser-storage.ts';
import { loadOptional } from './optional-part.ts';
import { watchPrivatePage } from './private-page.ts';

const has = (selector: string): boolean => document.querySelector(selector) !== null;
const draft = document.querySelector<HTMLElement>('[data-draft]');
const question = document.querySelector<HTMLFormElement>('[data-ask] .form');

const account = document.querySelector<HTMLElement>('main .account');

// Before whoever watches what is sent: a form whose password is hashed first is sent with the second try.
// The form of a question looks after itself.
if (account && ((!question && 'step' in account.dataset) || account.querySelector('[type=password]')))
  void loadOptional(() => import('./sign-in-page.ts')).then((part) => part?.wakeStepPage(account));
// It holds what is sent until there is a name.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-realname]'))
  void loadOptional(() => import('./realname-first.ts')).then((part) => part?.askNameFirst(form));
if (account) watchPrivatePage();
if (draft) void loadOptional(() => import('./form-draft.ts')).then((part) => part?.keepWritten(draft));
if (has('[data-until]')) void loadOptional(() => import('./hold-time.ts')).then((part) => part?.countDown());
if (has('[data-desk]')) void loadOptional(() => import('./desk.ts')).then((part) => part?.wakeDesk());
if (has('[data-passkey],[data-scan]'))
  void loadOptional(() => import('./passkey.ts')).then((part) => part?.wakeWays(document, (address) => location.assign(address)));
if (has('[data-waits]')) void loadOptional(() => import('./wait-page.ts')).then((part) => part?.waitForNews());
if (has('[data-sheet]')) void loadOptional(() => import('./wechat-sheet.ts')).then((part) => part?.wakeSheet());
if (question) void loadOptional(() => import('./ask-form.ts')).then((part) => part?.wakeAskForm(question));
if (recall('localStorage', waitingKey) !== null) void loadOptional(() => import('./ask-waiting.ts')).then((part) => part?.sendWaiting());
