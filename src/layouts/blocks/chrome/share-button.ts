/** Hands on the page as it is asked for, or `href` in its stead. Shown where script and browser can do it (src/scripts/page.ts). Its styles are share-button.css. */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { T } from '#lib/i18n/t.ts';
import { icon } from './icon.ts';

export function shareButton(t: T, href = ''): Html {
  return html`<span class="share"><button type="button" class="button quiet" data-share="${href}" aria-label="${t('chrome.share')}">${icon(
    'share',
    18,
  )}<span aria-hidden="true">${t('chrome.share')}</span></button><span class="shared small" role="status" data-said="${t('chrome.share_copied')}"></span></span>`;
}
