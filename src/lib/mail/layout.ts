/** The one layout of all mails: from blocks to a text that says everything and to HTML that works in mail readers, light and dark. */
import { brandName } from '#lib/brand.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';

export type Block =
  | { readonly kind: 'text'; readonly text: string }
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
  readonly blocks: readonly Block[];
  /** Where such mails are ended: its page for people, and a POST to it for mail programs (RFC 8058). Absolute. */
  readonly unsubscribe?: string;
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

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'small':
      return clean(block.text);
    case 'button':
      return `${oneLine(block.label)}:\n${checkedHref(block.href)}`;
    case 'facts':
      return block.facts.map(([label, value]) => `${oneLine(label)}: ${clean(value).replaceAll('\n', '\n  ')}`).join('\n');
    case 'links':
      return block.links.map(({ label, href, note }) => [oneLine(label), ...(note ? [oneLine(note)] : []), checkedHref(href)].join('\n  ')).join('\n');
    case 'code':
      return oneLine(block.code);
  }
}

const ink = 'color:#1d2733';
const soft = 'color:#5b6673';

function htmlOf(block: Block, ifBroken: string): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${written(block.text)}</p>`;
    case 'small':
      return `<p class="soft" style="margin:0 0 12px;font-size:13px;line-height:1.5;${soft}">${written(block.text)}</p>`;
    case 'code':
      return `<p class="panel" style="margin:0 0 16px;padding:14px 16px;border-radius:8px;background:#f1f4f7;font:600 24px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:3px;text-align:center;${ink}">${escapeHtml(oneLine(block.code))}</p>`;
    case 'facts':
      return `<dl class="panel" style="margin:0 0 16px;padding:12px 16px;border-radius:8px;background:#f1f4f7">${block.facts
        .map(
          ([label, value]) =>
            `<dt class="soft" style="font-size:13px;${soft}">${escapeHtml(oneLine(label))}</dt><dd style="margin:0 0 8px;overflow-wrap:anywhere">${written(value)}</dd>`,
        )
        .join('')}</dl>`;
    case 'links':
      return block.links
        .map(
          ({ label, href, note }) =>
            `<p style="margin:0 0 12px;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(checkedHref(href))}" style="color:#0b5d66;font-weight:600">${escapeHtml(oneLine(label))}</a>${note && `<br><span class="soft" style="font-size:14px;${soft}">${escapeHtml(oneLine(note))}</span>`}</p>`,
        )
        .join('');
    case 'button': {
      const href = escapeHtml(checkedHref(block.href));
      return `<p style="margin:0 0 8px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5d66;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(oneLine(block.label))}</a></p><p class="soft" style="margin:0 0 16px;font-size:13px;line-height:1.5;overflow-wrap:anywhere;${soft}">${escapeHtml(ifBroken)}<br>${href}</p>`;
    }
  }
}

const dark =
  '@media (prefers-color-scheme:dark){body,.sheet{background:#14191f!important;color:#e6ebf0!important}.panel{background:#222a33!important;color:#e6ebf0!important}.soft{color:#a3afbb!important}.link{color:#7cc8d2!important}}';

/**
 * A mail in its three parts. What was given is escaped; a subject is one line of at most 200 characters.
 * @param siteUrl the origin of the site, as the foot of the mail names it.
 * @throws {TypeError} for an address no button may lead to.
 */
export function layOut({ subject, preview, blocks, unsubscribe }: MailContent, locale: Locale, siteUrl: string): LaidOut {
  const t = translator(locale);
  const name = brandName(locale);
  const foot = t('mail.foot', { brand: name, site: siteUrl });
  const title = Array.from(oneLine(subject)).slice(0, longestSubject).join('');
  const ifBroken = t('mail.ifButtonFails');
  const text = [name, ...blocks.map(textOf), '-- ', foot].join('\n\n').replace('-- \n\n', '-- \n');
  const html = `<!doctype html>
<html lang="${localeFacts[locale].lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${dark}</style></head>
<body style="margin:0;padding:24px 12px;background:#ffffff;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif;${ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(oneLine(preview))}</div>
<div class="sheet" role="article" style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">${escapeHtml(name)}</p>
${blocks.map((block) => htmlOf(block, ifBroken)).join('\n')}
<p class="soft" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #c9d1d9;font-size:13px;line-height:1.5;${soft}">${escapeHtml(foot)}</p>
</div></body></html>
`;
  const headers: Record<string, string> =
    unsubscribe === undefined ? {} : { 'List-Unsubscribe': `<${checkedHref(unsubscribe)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { subject: title, text: `${text}\n`, html, headers };
}
