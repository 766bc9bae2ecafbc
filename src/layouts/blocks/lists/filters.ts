/**
 * Filters as links that say what they give, as markup: there are many on each list. A side column on wide screens; a sheet that
 * the "Filters" button opens on others. Their styles are filters.late.css. They are cached, so they know the shared view alone.
 */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import type { FilterForm, FilterGroup } from '#lib/features/lists/list.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { SharedView } from '#lib/view.ts';

export type FiltersProps = {
  readonly groups: readonly FilterGroup[];
  /** Homes that fit. */
  readonly total: number;
  readonly clearHref: string | undefined;
};

type Words = Pick<SharedView, 't' | 'intl'>;

const openAtFirst: ReadonlySet<FilterGroup['id']> = new Set(['types', 'months', 'rent', 'checks']);

/** The values of one filter; the link of a chosen one takes it away. The count is read in words and seen as a figure. */
function choicesOf({ choices, follow, single }: Pick<FilterGroup, 'choices' | 'follow' | 'single'>, { t, intl }: Words): Html {
  const number = numberFormat(intl);
  const rel = !follow && html` rel="nofollow"`;
  const links = choices.map(({ label, href, count, adds, chosen }) =>
    chosen
      ? html`<li><a href="${href}"${rel} aria-current="true" aria-label="${t('listings.remove', { label })}">${label}</a></li>`
      : // One that adds nothing says so by having no figure.
        adds === 0
        ? html`<li><a href="${href}"${rel}>${label}</a></li>`
        : html`<li><a href="${href}"${rel}>${label} <b data-no="${adds === undefined ? number.format(count) : `+${number.format(adds)}`}">${
            adds === undefined ? t('listings.choice_homes', { count }) : t('listings.choice_adds', { count: adds })
          }</b></a></li>`,
  );
  return html`<ul role="list"${single && html` class="single"`}>${links}</ul>`;
}

/** How many homes cost how much: one bar a step, ten wide, in a drawing 40 high; homes at any step are seen. */
function barsOf({ label, homes }: NonNullable<FilterForm['bars']>): Html {
  const most = Math.max(1, ...homes.map(({ count }) => count));
  const path = (isAsked: boolean): string =>
    homes
      .map((step, at) => (step.isAsked === isAsked && step.count > 0 ? `M${at * 10} 40v-${Math.max(2, Math.round((step.count / most) * 40))}h9v40z` : ''))
      .join('');
  const leftOut = path(false);
  return html`<svg viewBox="0 0 ${homes.length * 10 - 1} 40" preserveAspectRatio="none" role="img" aria-label="${label}">${leftOut && html`<path d="${leftOut}" class="left-out"/>`}<path d="${path(true)}"/></svg>`;
}

/** A form of the filters: what is typed leads to the address of that list, by GET. */
function fieldsOf({ title, action, carried, fields, submit, bars }: FilterForm): Html {
  const inputs = fields.map(
    ({ name, type, label, value, placeholder, min }) =>
      html`<label><span>${label}</span><input name="${name}" type="${type}"${value !== undefined && html` value="${value}"`}${
        placeholder !== undefined && html` placeholder="${placeholder}"`
      } min="${min}" max="${type === 'number' ? '99999999' : '2099-12-31'}"${type === 'number' && html` inputmode="numeric"`} autocomplete="off"></label>`,
  );
  return html`<form action="${action}" aria-label="${title}">${bars && bars.homes.length > 1 && barsOf(bars)}${carried.map(
    ({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<div>${inputs}<button class="button quiet">${submit}</button></div></form>`;
}

/** What is in a closed group: a browser with script makes elements of it when the group is opened (src/scripts/page.ts). */
const folded = (content: Html): Html => html`<noscript>${content}</noscript>`;

function groupOf(group: FilterGroup, words: Words): Html {
  const { id, title, choices, more, follow, single, form } = group;
  const fields = form && fieldsOf(form);
  const isOpen = openAtFirst.has(id) || choices.some(({ chosen }) => chosen);
  const rest =
    more.length > 0 &&
    html`<details class="more"><summary>${words.t('listings.more_amenities')}</summary>${folded(choicesOf({ choices: more, follow, single: false }, words))}</details>`;
  const content = html`${single && fields}${choicesOf(group, words)}${!single && fields}`;
  return html`<details${isOpen && html` open`}><summary><h3>${title}</h3></summary>${isOpen ? content : folded(content)}${rest}</details>`;
}

export function filters({ groups, total, clearHref }: FiltersProps, words: Words): Html {
  const { t } = words;
  return html`<aside id="filters" data-stay data-modal popover class="filters" aria-labelledby="filters-title"><div class="top"><h2 id="filters-title">${t(
    'listings.filters',
  )}</h2>${clearHref && html`<a href="${clearHref}">${t('listings.clear')}</a>`}<button type="button" popovertarget="filters" popovertargetaction="hide" aria-label="${t(
    'listings.filters_close',
  )}">${icon('close', 24)}</button></div><div class="groups">${groups.map((group) =>
    groupOf(group, words),
  )}</div><button type="button" class="button show" popovertarget="filters" popovertargetaction="hide">${t('listings.filters_show', { count: total })}</button></aside>`;
}
