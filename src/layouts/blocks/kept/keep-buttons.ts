/**
 * Buttons that keep a home on this device or compare it (src/scripts/kept-homes.ts). Their state is known to the browser
 * alone. Their styles are keep.css.
 */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { T } from '#lib/i18n/t.ts';
import { icon } from '#layouts/blocks/chrome/icon.ts';

export type HeartProps = { readonly id: number; readonly name: string; readonly withText?: boolean };

/** Without script it is not there. It stands in no form, so it needs no type. */
export function heartButton(t: T, { id, name, withText = false }: HeartProps): Html {
  return html`<button class="keep" data-keep="favourite" data-home="${id}" aria-pressed="false" aria-label="${t('kept.save_name', {
    name,
  })}">${withText && t('kept.save')}</button>`;
}

export type CompareProps = {
  readonly id: number;
  /** A unit of the home, where not the home is meant. */
  readonly unit?: number | undefined;
  readonly name: string;
  /**
   * The comparison of this one, which says how to go on: what there is without script. Undefined where `compareForm` stands on
   * the page, which leads there from every card.
   */
  readonly href: string | undefined;
  /** It stands in a card, whose link has the name. */
  readonly inCard?: boolean;
};

/** The form of the comparison, for the buttons of a list without script. Its address may carry a question. @param href as of a card. */
export function compareForm(href: string): Html {
  const [action = '', query] = href.split('?');
  const carried = [...new URLSearchParams(query)].filter(([name]) => name !== 'ids');
  return html`<form id="compare" action="${action}" hidden>${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}</form>`;
}

export function compareButton(t: T, { id, unit, name, href, inCard = false }: CompareProps): Html {
  const label = t('kept.compare_name', { name });
  const known = html`${unit !== undefined && html` data-unit="${unit}"`}${!inCard && html` data-name="${name}"`} aria-pressed="false" aria-label="${label}"`;
  if (href === undefined) return html`<button class="keep" form="compare" name="ids" value="${id}" data-keep="compared"${known}>${t('kept.compare')}</button>`;
  return html`<button class="keep" data-keep="compared" data-home="${id}"${known}>${t(
    'kept.compare',
  )}</button><a class="keep keep-link" href="${href}" rel="nofollow" aria-label="${label}">${t('kept.compare')}</a>`;
}

export type NoticeProps = {
  /** Undefined in a template, for the script to fill in. */
  readonly id?: number | undefined;
  readonly withText?: boolean;
};

/**
 * Remembers on this device that somebody waits for a home (src/scripts/kept-homes.ts), to be seen on the page of saved
 * homes; who is signed in gets a mail as well. Without script it is not there. Its styles are notice-button.css.
 */
export function noticeButton(t: T, { id, withText = false }: NoticeProps): Html {
  return html`<button type="button" class="keep await" data-keep="notice"${id !== undefined && html` data-home="${id}"`} data-name="" aria-pressed="false">${icon(
    'clock',
    18,
  )}${t('kept.notice')}</button>${withText && html`<p class="means small">${t('kept.notice_text')}</p>`}`;
}
