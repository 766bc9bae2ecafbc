/** R1.40, R1.44, R2.202, R2.203, R6.22: how to reach a person, and the way back up. In narrow windows only where the route table asks for it (R2.198). */
import { brand } from '#lib/brand.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { isChinese } from '#lib/i18n/locales.ts';
import { isOpen } from '#lib/routes.ts';
import type { SharedView } from '#lib/view.ts';

export type HelpBarProps = {
  readonly narrow: boolean;
  /** The page of the assistant, about the home of this page. */
  readonly assistant: string;
  /** How a person is asked about the home of this page. */
  readonly contact: { readonly href: string; readonly whatsApp: string } | undefined;
  /** Whether it is all that narrow windows show (R2.199). */
  readonly entry: boolean;
};

export function helpBar({ t, paths, locale }: Pick<SharedView, 't' | 'paths' | 'locale'>, { narrow, assistant, contact, entry }: HelpBarProps): Html {
  const phone = brand.phones[locale];
  const asked = isOpen('contact_us') && (contact?.href ?? paths.to('contact_us'));
  const kinds = ['help', (narrow || entry) && 'narrow', entry && 'entry'].filter(Boolean).join(' ');
  const toAssistant = entry && html`<a class="open to-assistant" href="${assistant}" rel="nofollow" data-icon="chat">${t('assistant.entry')}</a>`;
  const getInTouch =
    asked &&
    html`<a class="open" href="${asked}" data-part="get-in-touch" hidden><span data-part="chat-icon" data-icon="chat" hidden></span>${t('chrome.get_in_touch')}</a>`;
  const entries = [
    html`<li><a href="${assistant}" rel="nofollow" data-login data-icon="search">${t('assistant.entry')}</a></li>`,
    isChinese(locale) && html`<li><a href="${paths.to('mchat')}" rel="nofollow" data-icon="chat">${t('assistant.chat')}</a></li>`,
    asked && html`<li><a href="${asked}" data-icon="mail">${t('chrome.contact_us')}</a></li>`,
    html`<li><a href="tel:${phone.e164}" data-icon="phone">${t('chrome.call_number', { number: phone.shown })}</a></li>`,
    locale !== 'zh-cn' &&
      html`<li><a href="${contact?.whatsApp ?? `https://wa.me/${brand.whatsapp}`}" rel="noopener" data-icon="chat">${t('chrome.whatsapp')}</a></li>`,
    html`<li><a href="#top" data-top data-icon="up">${t('chrome.to_top')}</a></li>`,
  ];
  return html`<div class="${kinds}">${toAssistant}${getInTouch}<button type="button" class="open" popovertarget="help" data-icon="chat">${
    narrow ? t('chrome.help_widget') : t('chrome.help_bar')
  }</button><div popover id="help" class="panel" role="dialog" aria-label="${t('chrome.help_bar')}"><noscript><ul role="list">${entries}</ul></noscript></div></div>`;
}
