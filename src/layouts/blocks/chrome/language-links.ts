/** This page in each language, or that language's home where the page has no translation. */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { languageLinks } from '#lib/seo/alternates.ts';
import type { Alternate } from '#lib/seo/alternates.ts';
import type { SharedView } from '#lib/view.ts';

export function languageList({ site, locale }: Pick<SharedView, 'site' | 'locale'>, alternates: readonly Alternate[], inline: boolean): Html {
  const links = languageLinks(alternates, locale, site).map(
    (link) =>
      html`<li><a href="${link.href}" lang="${localeFacts[link.locale].lang}" hreflang="${localeFacts[link.locale].hreflang}"${link.locale === locale && html` aria-current="true"`} data-locale="${link.locale}">${localeFacts[link.locale].selfName}</a></li>`,
  );
  return html`<ul role="list" class="${inline ? 'language-links inline' : 'language-links'}">${links}</ul>`;
}

/** The way to another currency; a panel where script runs. */
export function currencyLink({ t, paths }: Pick<SharedView, 't' | 'paths'>): Html {
  const address = paths.to('currency');
  return html`<a class="to-currency" href="${address}" rel="nofollow" data-panel="${address}" data-opens="currencies">${t('chrome.currency_choose')}</a>`;
}

/** What the header opens for both. Folded until it is opened. */
export function languagePanel(view: Pick<SharedView, 'site' | 'locale' | 't' | 'paths'>, alternates: readonly Alternate[], hasLanguages: boolean): Html {
  const links = hasLanguages && languageList(view, alternates, false);
  return html`<div popover id="languages" class="pop" role="dialog" aria-label="${view.t('chrome.language_and_currency')}"><noscript>${links}${currencyLink(view)}</noscript></div>`;
}
