/** Says that what is shown is invented (docs/domain.md, "Names"). Put it on every page that shows a sample home, provider or review. Its styles are sample-note.css. */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { T } from '#lib/i18n/t.ts';
import { icon } from './icon.ts';

export function sampleNote(t: T): Html {
  return html`<p class="sample small">${icon('info', 16)}<span>${t('chrome.sample_note')}</span></p>`;
}
