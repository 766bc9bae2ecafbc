/** A question about a home, written for the reader: home, lease, dates, total and address go along. Pure. */
import { formatDate } from '#lib/dates/dates.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { rentPer } from '#lib/features/catalogue/rent.words.ts';
import type { T } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Tenancy } from './house.schema.ts';

export type AskedHome = {
  /** As the supplier calls it, which is what an adviser looks for. */
  readonly name: string;
  readonly id: number;
  readonly address: string;
  /** The lease the reader looks at, with its room type; undefined where none is free. */
  readonly lease: { readonly unit: string; readonly tenancy: Tenancy } | undefined;
  /** The page's absolute address. */
  readonly url: string;
};

export type Question = { readonly subject: string; readonly text: string };

/** The message as it is sent: a line for each thing, and room for the reader's own words. */
export function questionAbout({ name, id, address, lease, url }: AskedHome, t: T, intl: string): Question {
  const price = lease && wholePrice(lease.tenancy);
  const lines = [
    t('house.ask_home', { name, id, address }),
    lease &&
      price &&
      t('house.ask_lease', {
        unit: lease.unit,
        from: formatDate(lease.tenancy.moveIn, intl),
        to: formatDate(lease.tenancy.moveOut, intl),
        rent: rentPer(t, price.rent, lease.tenancy.unit, intl),
        total: formatMoney(price.contractTotal, intl),
      }),
    url,
  ];
  return { subject: t('house.ask_subject', { name, id }), text: `${lines.filter(Boolean).join('\n')}\n\n${t('house.ask_mine')}\n` };
}

/**
 * A text as a part of an address. Letters beyond ASCII stand as they are: every reader of HTML encodes them itself, and a message in
 * Chinese or Vietnamese is a third as long.
 */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent);

/** @example mailOf('a@b.example', { subject: 'S & T', text: 'x' }) // 'mailto:a@b.example?subject=S%20%26%20T&body=x' */
export function mailOf(email: string, { subject, text }: Question): string {
  return `mailto:${email}?subject=${encoded(subject)}&body=${encoded(text.replaceAll('\n', '\r\n'))}`;
}

/** @param number without plus. @example whatsAppOf('442079460120', { subject: '', text: 'x y' }) // 'https://wa.me/442079460120?text=x%20y' */
export function whatsAppOf(number: string, { text }: Question): string {
  return `https://wa.me/${number}?text=${encoded(text)}`;
}
