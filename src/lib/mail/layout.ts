/** The one layout of all mails: from blocks to a text that says everything and to HTML that works in mail readers, light and dark. */
import { brandName } from '#lib/brand.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  /** The one thing that the mail is about, large: a sum, a day. One in a mail. */
  | { readonly kind: 'band'; readonly label: string; readonly value: string; readonly note?: string }
  /** Of a home: nothing is said by it alone. */
  | { readonly kind: 'picture'; readonly src: string /** Absolute; a JPEG or PNG of 4 by 3. */; readonly alt: string }
  | { readonly kind: 'button'; readonly label: string /** Absolute, http or https. */; readonly href: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | {
      readonly kind: 'links';
      readonly links: readonly { readonly label: string /** Absolute, http or https. */; readonly href: string; readonly note: string }[];
    }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'small'; readonly text: string };

export type MailContent = {
  readonly subject: string;
  /** What lists of mails show beside the subject. */
  readonly preview: string;
  /** What has happened; the subject where it is not given. */
  readonly heading?: string;
  /** Which booking, payment or question it is, at the top. */
  readonly about?: readonly [label: string, value: string];
  readonly blocks: readonly Block[];
  /** Where such mails are ended: its page for people, and a POST to it for mail programs (RFC 8058). Absolute. */
  readonly unsubscribe?: string;
};

/** The mark at the top, as a file of the site. */
export const markOfMails = '/icon-192.png';

/** Why somebody gets a mail, as its foot says. */
const whys = {
  code: 'mail.why_code',
  account: 'mail.why_account',
  booking: 'mail.why_booking',
  named: 'mail.why_named',
  payment: 'mail.why_payment',
  question: 'mail.why_question',
  saved: 'mail.why_saved',
  review: 'mail.why_review',
  rent: 'mail.why_rent',
  viewing: 'mail.why_viewing',
  provider: 'mail.why_provider',
  staff: 'mail.why_staff',
  operator: 'mail.why_operator',
  waiting: 'mail.why_waiting',
  monthly: 'mail.why_monthly',
} as const satisfies Readonly<Record<string, MessageKey>>;
export type Why = keyof typeof whys;

/** Who sends, as the foot says. */
export type Sender = {
  /** Where answers are read; without it the foot says that nobody reads them. */
  readonly replyTo?: string | undefined;
  /** Where an answer to this mail reaches the conversation that it is about, by itself. */
  readonly answersTo?: string | undefined;
  /** Legal name and address of who runs the site. */
  readonly operator?: string | undefined;
};

export type Foot = Sender & {
  /** The origin of the site. */
  readonly siteUrl: string;
  readonly why: Why;
};

export type LaidOut = { readonly subject: string; readonly text: string; readonly html: string; readonly headers: Readonly<Record<string, string>> };

/** Controls, and marks that turn the direction of what follows; line feeds stay. */
const unprintable = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const longestSubject = 200;

const clean = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, '');
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML that is nothing but text. @example escapeHtml('<b>') // '&lt;b&gt;' */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => entities[one] ?? '');
const written = (text: string): string => escapeHtml(clean(text)).replaceAll('\n', '<br>');

/** @throws {TypeError} for an address no button may lead to. */
function checkedHref(href: string): string {
  const url = URL.parse(href);
  if (!url || !/^https?:$/.test(url.protocol) || url.username) throw new TypeError('a button of a mail leads to a whole http or https address');
  return url.href;
}

/** A block in the part of a mail that has text alone. */
function textOf(block: Block, t: T): string {
  const labelled = (label: string, value: string): string => t('chrome.labelled', { label: oneLine(label), value });
  switch (block.kind) {
    case 'text':
    case 'small':
      return clean(block.text);
    case 'band':
      return [labelled(block.label, oneLine(block.value)), ...(block.note ? [oneLine(block.note)] : [])].join('\n');
    case 'picture':
      return '';
    case 'button':
      return `${labelled(block.label, '').trimEnd()}\n${checkedHref(block.href)}`;
    case 'facts':
      return block.facts.map(([label, value]) => labelled(label, clean(value).replaceAll('\n', '\n  '))).join('\n');
    case 'links':
      return block.links.map(({ label, href, note }) => [oneLine(label), ...(note ? [oneLine(note)] : []), checkedHref(href)].join('\n  ')).join('\n');
    case 'code':
      return oneLine(block.code);
  }
}

/*
 * One column of tables with styles of their own: Outlook knows neither flexible boxes nor widths of other elements, and QQ Mail and 163 drop the
 * sheet in the head, which only adds room, a larger heading and the colours of the dark. Pictures are blocked at first by many: none says anything.
 */
const face = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',Arial,sans-serif";
const ink = 'color:#1d2433';
const soft = 'color:#5b6475';
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';

/** A line of a table across the sheet, with room below. */
const across = (content: string, below: number): string => `<tr><td style="padding:0 0 ${below}px;${face}">${content}</td></tr>`;

function band({ label, value, note }: { readonly label: string; readonly value: string; readonly note?: string | undefined }, style: string): string {
  const lines = [
    label && `<p class="soft" style="margin:0 0 2px;font-size:14px;line-height:1.5;${soft}">${written(label)}</p>`,
    `<p class="ink" style="margin:0;${style};${ink}">${escapeHtml(oneLine(value))}</p>`,
    note && `<p class="soft" style="margin:4px 0 0;font-size:14px;line-height:1.5;${soft}">${written(note)}</p>`,
  ];
  return `<table ${table}><tr><td class="sea" bgcolor="#e7f0f0" style="padding:18px 20px;background:#e7f0f0;border-radius:14px;overflow-wrap:anywhere;${face}">${lines.filter(Boolean).join('')}</td></tr></table>`;
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return across(`<p class="ink" style="margin:0;font-size:16px;line-height:1.55;overflow-wrap:anywhere;${ink}">${written(block.text)}</p>`, 16);
    case 'small':
      return across(`<p class="soft" style="margin:0;font-size:14px;line-height:1.5;overflow-wrap:anywhere;${soft}">${written(block.text)}</p>`, 12);
    case 'band':
      return across(band(block, 'font-size:32px;line-height:1.2;letter-spacing:-.02em;font-weight:600'), 22);
    case 'code':
      // Its digits are together, for phones that fill it in.
      return across(band({ label: '', value: block.code }, 'font-size:36px;line-height:1.2;letter-spacing:6px;font-weight:600'), 22);
    case 'facts':
      return across(
        `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="font-size:15px;line-height:1.45">${block.facts
          .map(
            ([label, value], index) =>
              `<tr><th scope="row" class="soft line" align="left" valign="top" width="34%" style="${index > 0 ? 'border-top:1px solid #e6e1d8;' : ''}padding:10px 16px 10px 0;text-align:left;font-weight:400;${soft};${face}">${escapeHtml(oneLine(label))}</th><td class="ink line" valign="top" style="${index > 0 ? 'border-top:1px solid #e6e1d8;' : ''}padding:10px 0;overflow-wrap:anywhere;${ink};${face}">${written(value)}</td></tr>`,
          )
          .join('')}</table>`,
        22,
      );
    case 'links':
      return across(
        block.links
          .map(
            ({ label, href, note }) =>
              `<p style="margin:0 0 12px;font-size:16px;line-height:1.45;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(checkedHref(href))}" style="color:#0f5c6e;font-weight:600">${escapeHtml(oneLine(label))}</a>${note && `<br><span class="soft" style="font-size:14px;${soft}">${escapeHtml(oneLine(note))}</span>`}</p>`,
          )
          .join(''),
        10,
      );
    case 'picture':
      return across(
        `<img src="${escapeHtml(checkedHref(block.src))}" width="520" height="390" alt="${escapeHtml(oneLine(block.alt))}" style="display:block;width:100%;max-width:520px;height:auto;border:0;border-radius:14px;background:#e6e1d8;font-size:14px;${soft}">`,
        20,
      );
    case 'button': {
      const href = escapeHtml(checkedHref(block.href));
      return across(
        `<table ${table}><tr><td align="center" bgcolor="#c8421f" style="border-radius:10px;background:#c8421f;mso-padding-alt:16px 20px;${face}"><a href="${href}" style="display:block;padding:16px 20px;border-radius:10px;font-size:17px;line-height:1.25;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(oneLine(block.label))}</a></td></tr></table>`,
        22,
      );
    }
  }
}

const sheet = [
  ':root{color-scheme:light dark}',
  '@media (min-width:560px){.pad{padding:40px!important}.h1{font-size:30px!important}}',
  '@media (prefers-color-scheme:dark){.ground{background:#12161d!important;color:#edf0f4!important}.sheet{background:#1a2029!important}.ink{color:#edf0f4!important}.soft{color:#a4adbb!important}.link{color:#7cc5d4!important}.sea{background:#16282d!important}.line{border-color:#2e3744!important}}',
].join('');

/** The line above which mails that can be answered ask to write, in every language: what stands below it in an answer is ours. */
export const linesAbove: readonly string[] = [...new Set(locales.map((locale) => translator(locale)('mail.answer_above')))];

/**
 * A mail in its three parts. What was given is escaped; a subject is one line of at most 200 characters.
 * @throws {TypeError} for an address no button may lead to.
 */
export function layOut(
  { subject, preview, heading, about, blocks, unsubscribe }: MailContent,
  locale: Locale,
  { siteUrl, why, replyTo, answersTo, operator }: Foot,
): LaidOut {
  const t = translator(locale);
  const name = brandName(locale);
  const foot = [
    t(whys[why]),
    ...(answersTo === undefined ? [replyTo === undefined ? t('mail.replies_unread') : t('mail.replies_read', { address: replyTo })] : []),
    t('mail.foot', { site: siteUrl }),
    ...(operator === undefined ? [] : [oneLine(operator)]),
  ];
  const title = Array.from(oneLine(subject)).slice(0, longestSubject).join('');
  const head = heading === undefined ? title : oneLine(heading);
  const which = about && t('chrome.labelled', { label: oneLine(about[0]), value: oneLine(about[1]) });
  const above = answersTo === undefined ? undefined : t('mail.answer_above');
  const all: readonly Block[] = answersTo === undefined ? blocks : [...blocks, { kind: 'small', text: t('mail.answer_here') }];
  const said = [
    ...(above ? [above] : []),
    name,
    ...(which ? [which] : []),
    ...(heading === undefined ? [] : [head]),
    ...all.map((block) => textOf(block, t)).filter(Boolean),
  ];
  const text = [...said, `-- \n${foot.join('\n')}`].join('\n\n');
  const logo = escapeHtml(checkedHref(`${siteUrl}${markOfMails}`));
  const html = `<!doctype html>
<html lang="${localeFacts[locale].lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${sheet}</style></head>
<body class="ground" bgcolor="#fbf9f5" style="margin:0;padding:0;background:#fbf9f5;${ink};${face}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(oneLine(preview))}</div>
<table ${table} class="ground" bgcolor="#fbf9f5" style="background:#fbf9f5"><tr><td align="center" style="padding:0 10px 32px;${face}">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<div role="article" style="max-width:600px;margin:0 auto;text-align:left">${above ? `<p class="soft" style="margin:0;padding:10px 8px 0;font-size:13px;line-height:1.4;${soft}">${escapeHtml(above)}</p>` : ''}
<table ${table}><tr><td width="46" style="padding:18px 0 14px 8px"><img src="${logo}" width="36" height="36" alt="" style="display:block;border:0;border-radius:9px"></td><td class="ink" style="padding:18px 8px 14px 0;font-size:18px;font-weight:600;${ink};${face}">${escapeHtml(name)}</td>${
    about
      ? `<td class="soft" align="right" style="padding:18px 8px 14px;font-size:13px;line-height:1.35;${soft};${face}">${escapeHtml(oneLine(about[0]))}<br>${escapeHtml(oneLine(about[1]))}</td>`
      : ''
  }</tr></table>
<table ${table}><tr><td class="sheet pad" bgcolor="#ffffff" style="padding:28px 20px 18px;background:#ffffff;border-radius:18px;${face}">
<h1 class="h1 ink" style="margin:0 0 14px;font-size:26px;line-height:1.25;letter-spacing:-.02em;font-weight:600;overflow-wrap:anywhere;${ink}">${escapeHtml(head)}</h1>
<table ${table}>${all.map(htmlOf).join('\n')}</table>
</td></tr></table>
<div class="soft" style="padding:18px 8px 0;font-size:13px;line-height:1.55;overflow-wrap:anywhere;${soft}">${foot.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`).join('')}</div>
</div>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>
`;
  const headers: Record<string, string> = {
    'Content-Language': localeFacts[locale].lang,
    ...((answersTo ?? replyTo) === undefined ? {} : { 'Reply-To': answersTo ?? replyTo ?? '' }),
    ...(unsubscribe === undefined ? {} : { 'List-Unsubscribe': `<${checkedHref(unsubscribe)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
  return { subject: title, text: `${text}\n`, html, headers };
}
