/**
 * Stands in for Google's script where Google is not set up: its prompt shows what our own page of the stand-in has (login-trial.astro),
 * and gives the token that this page answers with. Nothing leaves the machine.
 */
import { loadStyles } from '#islands/browser/styles.ts';
import type { PromptSettings, PromptTold } from './one-tap-prompt.ts';
import styles from './sign-in.css?url';

const dismissed = (reason: string): Parameters<PromptTold>[0] => ({
  isSkippedMoment: () => false,
  isDismissedMoment: () => true,
  getDismissedReason: () => reason,
});

async function pageOf(address: string, values: Readonly<Record<string, string>>): Promise<Document> {
  const answer = await fetch(`${address}?${new URLSearchParams(values)}`, { headers: { accept: 'text/html' } });
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

async function show(address: string, settings: PromptSettings, told: PromptTold): Promise<void> {
  const nonce = String(settings['nonce']);
  const [page] = await Promise.all([pageOf(address, { nonce }), loadStyles(styles)]);
  const content = page.querySelector('main .account');
  if (!content) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog sign-in';
  dialog.setAttribute('aria-labelledby', 'one-tap-trial');
  // Over the page and beside what is read there, as Google's own.
  dialog.style.inset = 'auto 16px 16px auto';
  dialog.innerHTML = '<div><h2 id="one-tap-trial"></h2><div class="step"></div></div>';
  const [title, step] = [dialog.querySelector('h2'), dialog.querySelector('.step')];
  const [named, lead] = [page.querySelector('h1'), page.querySelector('main .lead')];
  if (title) title.textContent = named?.textContent ?? '';
  step?.replaceChildren(...[lead, content].flatMap((one) => (one ? [document.adoptNode(one)] : [])));
  const end = (reason: string): void => {
    dialog.remove();
    told(dismissed(reason));
  };
  dialog.addEventListener('keydown', ({ key }) => key === 'Escape' && end('cancel_called'));
  dialog.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('.others a')) return;
    event.preventDefault();
    end('cancel_called');
  });
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    const as = event.target instanceof HTMLFormElement ? new FormData(event.target).get('as') : '';
    void pageOf(address, { nonce, as: typeof as === 'string' ? as : '' }).then((answer) => {
      const credential = answer.querySelector<HTMLElement>('[data-credential]')?.dataset['credential'];
      if (credential === undefined) return;
      end('credential_returned');
      settings.callback({ credential });
    });
  });
  document.body.append(dialog);
  dialog.show();
}

/** @param address of the page that stands in. */
export function standIn(address: string): void {
  let settings: PromptSettings | undefined;
  window.google = {
    accounts: {
      id: {
        initialize: (given) => void (settings = given),
        prompt: (told) => void (settings && show(address, settings, told).catch(() => undefined)),
      },
    },
  };
}
