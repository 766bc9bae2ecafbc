/** The readable page in an export of personal data: one file, without script and without anything fetched. */
import { brandName } from '#lib/brand.ts';
import { html } from '#lib/html.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { PersonalPart } from './personal-data.schema.ts';

const style =
  'body{max-width:46rem;margin:0 auto;padding:1.5rem;font:1rem/1.6 system-ui,sans-serif;color:#1d1d1b;background:#fff}h2{margin-top:2rem}dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;padding:.75rem 0;border-bottom:1px solid #ddd;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}dt{color:#aaa}dl{border-color:#444}}';

/** @param madeAt as the reader's language writes it. */
export function personalDataPage(parts: readonly PersonalPart[], locale: Locale, t: T, madeAt: string): string {
  const title = t('mydata.title');
  const sections = parts.map(
    ({ title: name, items }) =>
      html`<section><h2>${t(name)}</h2>${
        items.length === 0
          ? html`<p>${t('mydata.nothing')}</p>`
          : items.map((item) => html`<dl>${item.map(({ label, value }) => html`<dt>${t(label)}</dt><dd>${value}</dd>`)}</dl>`)
      }</section>`,
  );
  return html`<!doctype html><html lang="${localeFacts[locale].lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · ${brandName(locale)}</title><style>${style}</style></head><body><h1>${title}</h1><p>${t('mydata.made_at', { when: madeAt })}</p>${sections}</body></html>`
    .text;
}
