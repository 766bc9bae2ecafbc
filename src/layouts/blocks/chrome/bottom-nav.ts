/** R2.197: on a home's pages in narrow windows. */
import { countryOfPage, questionOfPage, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import { searchAsks } from '#lib/features/search/search-form.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { isOpen } from '#lib/routes.ts';
import type { View } from '#lib/view.ts';

export type BottomNavProps = {
  /** The page of the assistant, where it has an entry here (R2.199). */
  readonly assistant: string | undefined;
  /** Where a person is asked about the home of this page. */
  readonly contact: string | undefined;
};

/** @param view of the page: what its address asks goes along. */
export function bottomNav(view: View, { assistant, contact }: BottomNavProps): Html {
  const { t, paths } = view;
  const asked = questionOfPage(view);
  const items = [
    { icon: 'home', text: t('chrome.home'), route: 'index', href: paths.to('index') },
    { icon: 'search', text: t('chrome.search'), route: 'search', href: paths.to('search') + searchAsks(asked, countryOfPage(view)) },
    { icon: 'compare', text: t('chrome.compare'), route: 'house_compare', href: paths.to('house_compare') + questionQuery(asked) },
    { icon: 'chat', text: t('chrome.contact_us'), route: 'contact_us', href: contact ?? paths.to('contact_us') },
  ] as const;
  const entries = items
    .filter(({ route }) => isOpen(route))
    .map(
      ({ icon, text, route, href }) =>
        html`<li><a href="${href}" data-icon="${icon}"><span>${text}${route === 'house_compare' && html`<b data-compared-count></b>`}</span></a></li>`,
    );
  const toAssistant = assistant && html`<li><a href="${assistant}" rel="nofollow" data-icon="info"><span>${t('assistant.entry_short')}</span></a></li>`;
  return html`<nav aria-label="${t('chrome.bottom_navigation')}"><ul role="list">${entries}${toAssistant}</ul></nav>`;
}
