/** Reaching a person about a home: the message is written, the reader chooses the way. Its styles are ask-about.css and entry-icons.css. */
import { brand } from '#lib/brand.ts';
import { qrCode } from '#lib/drawings/qr-code.ts';
import { assistantHref } from '#lib/features/assistant/assistant.rules.ts';
import { sourceCode } from '#lib/features/enquiries/enquiries.rules.ts';
import type { EnquirySource } from '#lib/features/enquiries/enquiries.schema.ts';
import { mailOf, questionAbout, whatsAppOf } from '#lib/features/house/ask.rules.ts';
import type { ReadHouse, Tenancy, Unit } from '#lib/features/house/house.schema.ts';
import { Html, html } from '#lib/html.ts';
import { isChinese } from '#lib/i18n/locales.ts';
import type { View } from '#lib/view.ts';
import type { HouseWords } from './house-words.ts';

export type AskAboutProps = {
  readonly house: ReadHouse;
  readonly lease: { readonly unit: Pick<Unit, 'name'>; readonly tenancy: Tenancy } | undefined;
  /** The page's path in its language. */
  readonly path: string;
  readonly source: EnquirySource;
};

let wechatCode: Html | undefined;

function wechatLine({ t, locale }: HouseWords): Html | undefined {
  const { wechat } = brand;
  if (!wechat || !isChinese(locale)) return undefined;
  // The same on every page, and dearer to work out than all else of this part.
  wechatCode ??= Html.of(qrCode(wechat.link));
  return html`<p class="wechat"><span class="code" role="img" aria-label="${t('house.ask_wechat_code')}">${wechatCode}</span> <span>${t('house.ask_wechat', {
    id: wechat.id,
  })}</span></p>`;
}

/** The ways to a person about the home of a page, for what stands on every page: to the part that asks, and with a message of its name and address. */
export function contactAbout(
  { t, intl, locale, site, paths, page: { listing } }: Pick<View, 't' | 'intl' | 'locale' | 'site' | 'paths' | 'page'>,
  house: ReadHouse,
): { readonly href: string; readonly whatsApp: string } {
  const { name, id, address, asks } = house;
  const path = paths.house(house);
  const hasPart = listing?.kind === 'unit' || (listing?.kind === 'house' && listing.sub === undefined);
  const question = questionAbout({ name, id, address, lease: undefined, url: site.absolute(locale, path) }, t, intl);
  return { href: hasPart ? '#ask' : `${path}${asks}#ask`, whatsApp: whatsAppOf(brand.whatsapp, question) };
}

export function askAbout(words: HouseWords, { house, lease, path, source }: AskAboutProps): Html {
  const { t, intl, locale, site, paths } = words;
  const question = questionAbout(
    {
      name: house.name,
      id: house.id,
      address: house.address,
      lease: lease && { unit: lease.unit.name, tenancy: lease.tenancy },
      url: site.absolute(locale, path),
    },
    t,
    intl,
  );
  const about = new URLSearchParams({
    house: String(house.id),
    ...(lease ? { unit: String(lease.tenancy.unitId), hcr: String(lease.tenancy.id) } : {}),
    source: String(sourceCode(source, locale)),
    from: path,
    ...Object.fromEntries(new URLSearchParams(house.asks)),
  }).toString();
  // On desks its pages are shown by the dialog that shows those of signing in.
  const phone = brand.phones[locale];
  const isMainland = locale === 'zh-cn';
  return html`<section class="ask" aria-labelledby="ask" data-screen><h2 id="ask">${t('house.ask_title')}</h2><ul role="list"><li><a class="button" href="${paths.to('intent_askform')}?${about}" rel="nofollow" data-login>${t(
    'house.ask_here',
  )}</a></li><li><a class="button quiet" href="${assistantHref(paths, house.id, house.asks)}" rel="nofollow" data-login>${t('assistant.entry')}</a></li></ul><details class="opens unfolds"><summary><span><b>${t('house.ask_ways')}</b><small>${[
    ...(isMainland ? [] : [t('chrome.whatsapp')]),
    t('chrome.write'),
    phone.shown,
    ...(isChinese(locale) && brand.wechat ? [t('accounts.name_wechat')] : []),
  ].join(' · ')}</small></span></summary><p class="muted">${t('house.ask_intro')}</p><ul role="list">${
    !isMainland &&
    html`<li><a class="button quiet" href="${whatsAppOf(brand.whatsapp, question)}" rel="noopener" data-way="chat">${t('chrome.whatsapp')}</a></li>`
  }<li><a class="button quiet" href="${mailOf(brand.email, question)}" data-way="mail">${t('chrome.write')}</a></li><li><a class="button quiet number" href="tel:${
    phone.e164
  }" data-way="phone">${phone.shown}</a></li></ul>${wechatLine(words)}<p>${t('house.ask_message')}</p><pre${
    locale !== 'en-us' && html` lang=""`
  }>${question.text.trim()}</pre>${brand.contactsAreExamples && html`<p class="small muted">${t('chrome.contact_example')}</p>`}</details></section>`;
}
