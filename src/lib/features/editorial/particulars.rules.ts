/** The operator's particulars as one locale shows them. */
import { brand, brandName, companyName, serviceHoursFor } from '#lib/brand.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { Fillings } from './editorial.rules.ts';

/**
 * What `{brand}`, `{company}`, `{operator}`, `{email}`, `{phone}` and `{hours}` stand for (R1.58, R9.59). `{operator}` is
 * the sentence that says who runs the site, which names the company only where it is called otherwise than the product.
 */
export function particulars(locale: Locale, t: T, now: Date): Fillings {
  const phone = brand.phones[locale];
  return {
    brand: { text: brandName(locale) },
    company: { text: companyName(locale) },
    operator: {
      text: brand.company === brand.name ? t('editorial.operator_is_brand') : t('editorial.operator', { company: brand.company }),
    },
    email: { text: brand.email, href: `mailto:${brand.email}` },
    phone: { text: phone.shown, href: `tel:${phone.e164}` },
    hours: { text: t('editorial.hours', serviceHoursFor(locale, now)) },
  };
}

/** The WhatsApp conversation, where the locale offers one (R2.203: not on zh-cn). */
export function whatsappLink(locale: Locale): string | undefined {
  return locale === 'zh-cn' ? undefined : `https://wa.me/${brand.whatsapp}`;
}
