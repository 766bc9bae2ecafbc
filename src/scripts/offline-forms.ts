/**
 * A form that is sent without connection would leave for the browser's own page of failure, and what was written with it: private pages are
 * not kept, so going back brings an empty one. It stays, and says so beside its button, until the connection is back.
 */
const told = 'data-offline-form';

function tell(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLElement>('button[type="submit"], button:not([type])');
  const note = form.querySelector<HTMLElement>(`[${told}]`) ?? document.createElement('p');
  note.setAttribute(told, '');
  note.className = 'problem';
  note.setAttribute('role', 'alert');
  const settings = JSON.parse(document.getElementById('api')?.textContent ?? '{}') as { readonly messages?: { readonly offline?: string } };
  note.textContent = settings.messages?.offline ?? '';
  (button?.parentElement ?? form).after(note);
}

/** From now on, forms of the page that are posted wait for a connection. */
export function keepUnsentForms(): void {
  addEventListener('submit', (event) => {
    const { target } = event;
    if (navigator.onLine || event.defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return;
    event.preventDefault();
    tell(target);
  });
  addEventListener('online', () => {
    for (const note of document.querySelectorAll(`[${told}]`)) note.remove();
  });
}
