/**
 * `/dev/outbox`: mails and messages to phones that were not sent but kept. `/dev/mails`: every mail there is, with samples, in every language. For
 * who develops on this machine; answers this machine alone.
 */
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { escapeHtml } from '#lib/mail/layout.ts';
import { samplesOf } from '#lib/mail/mail-samples.ts';
import type { KnownMail } from '#lib/mail/mail.ts';
import type { Site } from '#lib/paths.ts';
import type { Outbox, OutboxMail } from '#lib/ports/mail/outbox.ts';
import type { OutboxSms, SmsOutbox } from '#lib/ports/sms/sms-outbox.ts';
import { asksFromHere } from '../asks-here.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';

/** Mails on the page, and as many messages. */
const most = 100;

const style =
  'body{margin:0 auto;padding:24px;max-width:960px;font:16px/1.5 system-ui,sans-serif}td{padding:4px 16px 4px 0;vertical-align:top}iframe{width:100%;height:520px;border:1px solid #bbb}pre{white-space:pre-wrap;border:1px solid #bbb;padding:12px}';
const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
/** The mail's own HTML: no scripts, no network, in a frame of this page alone. */
const mailHeaders = {
  ...headers,
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style><h1>${escapeHtml(title)}</h1>${body}</html>`;

const mailbox = ({ name, address }: OutboxMail['to']): string => escapeHtml(name ? `${name} <${address}>` : address);

const shortTime = (at: string): string => escapeHtml(at.slice(0, 19).replace('T', ' '));

function listPage(mails: readonly OutboxMail[], messages: readonly OutboxSms[]): string {
  const rows = mails.map(
    ({ id, at, to, subject }) => `<tr><td>${shortTime(at)}<td>${mailbox(to)}<td><a href="/dev/outbox/${escapeHtml(id)}">${escapeHtml(subject)}</a>`,
  );
  const texts = messages.map(({ at, to, text, locale }) => `<tr><td>${shortTime(at)}<td>${escapeHtml(to)}<td>${escapeHtml(locale)}<td>${escapeHtml(text)}`);
  return page(
    'Outbox',
    '<p><a href="/dev/mails">Every mail there is</a></p>' +
      (mails.length === 0 ? '<p>No mail yet.</p>' : `<table>${rows.join('')}</table>`) +
      (messages.length === 0 ? '' : `<h2>Messages to phones</h2><table>${texts.join('')}</table>`),
  );
}

function mailPage({ id, at, from, to, subject, text }: OutboxMail): string {
  const facts = `<table><tr><td>From<td>${mailbox(from)}<tr><td>To<td>${mailbox(to)}<tr><td>At<td>${escapeHtml(at)}</table>`;
  return page(
    subject,
    `<p><a href="/dev/outbox">All mails</a></p>${facts}<iframe sandbox title="HTML" src="/dev/outbox/${escapeHtml(id)}.html"></iframe><pre>${escapeHtml(text)}</pre>`,
  );
}

/** Every mail, and how it says what it says: its samples differ in one thing each. */
export type MailsShown = { readonly mails: readonly KnownMail[]; readonly site: Site };

function mailsPage({ mails }: MailsShown): string {
  const rows = mails.map(
    ({ name }) =>
      `<tr><td>${name}${locales.map((locale) => `<td><a href="/dev/mails/${name}/${locale}/0" lang="${localeFacts[locale].lang}">${localeFacts[locale].lang}</a>`).join('')}`,
  );
  return page('Mails', `<table>${rows.join('')}</table>`);
}

/** @returns undefined for an address of no mail. */
function samplePage({ mails, site }: MailsShown, pathname: string): { readonly html: string; readonly isMail: boolean } | undefined {
  const [, name, locale = '', number = '', isMail] = /^\/dev\/mails\/([\w-]+)\/([\w-]+)\/(\d{1,3})(\.html)?$/.exec(pathname) ?? [];
  const known = mails.find((one) => one.name === name);
  const inputs = known ? samplesOf(known) : [];
  const input = inputs[Number(number)];
  const language = locales.find((one) => one === locale);
  if (!known || !language || input === undefined) return undefined;
  const { subject, text, html } = known.write(input, language, site);
  if (isMail) return { html, isMail: true };
  const others = inputs.map((_, index) => `<a href="/dev/mails/${known.name}/${locale}/${index}">${index + 1}</a>`);
  const path = `/dev/mails/${known.name}/${locale}/${number}`;
  return {
    html: page(
      subject,
      `<p><a href="/dev/mails">All mails</a> · ${others.join(' ')}</p><iframe sandbox title="HTML" src="${path}.html"></iframe><iframe sandbox title="HTML, on a phone" src="${path}.html" style="width:375px"></iframe><pre>${escapeHtml(text)}</pre>`,
    ),
    isMail: false,
  };
}

/** @param mails kept mails, and `messages` kept messages to phones; undefined for what is really sent. */
export function createOutboxHandler(mails: Pick<Outbox, 'list' | 'read'> | undefined, messages?: Pick<SmsOutbox, 'list'>, all?: MailsShown): Handler {
  return async (request, response, { pathname }) => {
    if (all && (pathname === '/dev/mails' || pathname.startsWith('/dev/mails/'))) {
      const shown = asksFromHere(request) ? (pathname === '/dev/mails' ? { html: mailsPage(all), isMail: false } : samplePage(all, pathname)) : undefined;
      if (shown) send(request, response, { status: 200, headers: shown.isMail ? mailHeaders : headers, body: shown.html });
      else send(request, response, { status: 404, headers, body: page('No such mail', '<p>No mail has this name.</p>') });
      return 'outbox';
    }
    if (pathname !== '/dev/outbox' && !pathname.startsWith('/dev/outbox/')) return undefined;
    const isHere = asksFromHere(request);
    const [, name, isHtml] = /^\/dev\/outbox\/([\w.-]+?)(\.html)?$/.exec(pathname) ?? [];
    const mail = isHere && name !== undefined ? await mails?.read(name) : undefined;
    if (isHere && pathname === '/dev/outbox')
      send(request, response, { status: 200, headers, body: listPage((await mails?.list(most)) ?? [], (await messages?.list(most)) ?? []) });
    else if (mail) send(request, response, { status: 200, headers: isHtml ? mailHeaders : headers, body: isHtml ? mail.html : mailPage(mail) });
    else send(request, response, { status: 404, headers, body: page('No such mail', '<p>It may have been too old to keep.</p>') });
    return 'outbox';
  };
}
