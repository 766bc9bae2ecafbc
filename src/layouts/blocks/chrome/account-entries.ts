/** What of the menu of narrow windows is the reader's own: account and saved homes. Who is there is filled in by script. */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { SharedView } from '#lib/view.ts';

export function accountEntries({ t, paths }: Pick<SharedView, 't' | 'paths'>): Html {
  const account = html`<li data-user="${paths.to('profile')}"><a href="${paths.to('login')}" rel="nofollow" data-icon="person"><span>${t('accounts.account')}</span></a></li>`;
  const saved = html`<li><a href="${paths.to('favourites')}" rel="nofollow" data-icon="heart"><span>${t('kept.saved')} <b data-kept-count></b></span></a></li>`;
  const signOut = html`<li data-sign-out hidden><a href="${paths.to('logout')}" rel="nofollow"><span>${t('accounts.sign_out')}</span></a></li>`;
  return html`<ul role="list">${account}${saved}${signOut}</ul>`;
}
