/** Binds the calls that give out what editors wrote. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { brand } from '#lib/brand.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Site } from '#lib/paths.ts';
import * as contracts from './editorial.contract.ts';
import { fillText } from './editorial.rules.ts';
import type { EditorialBody } from './editorial.schema.ts';
import { particulars } from './particulars.rules.ts';
import { sectionsOf } from './plain-text.rules.ts';

/** The pages whose text a call gives out, by the slug of their files. */
export const calledPages = ['about-uhomes', 'contact-us', 'partners', 'consultants'] as const;

export function editorialCalls({ site, bodies }: { readonly site: Site; readonly bodies: readonly EditorialBody[] }): readonly BoundCall[] {
  type Asked = { readonly locale: Locale; readonly now: Date };

  function shown({ title, description, updated, markdown }: EditorialBody, url: string, { locale, now }: Asked) {
    const fillings = particulars(locale, translator(locale), now);
    const fill = (text: string): string => fillText(text, fillings);
    return { title: fill(title), description: fill(description), updated, url, sections: [...sectionsOf(markdown, fill)] };
  }

  /** A page that every locale has; the checks of the content see to it. */
  function pageOf(slug: (typeof calledPages)[number], route: 'about' | 'contact_us' | 'partners' | 'consultants', asked: Asked) {
    const body = bodies.find((one) => one.kind === 'pages' && one.key === slug && one.locale === asked.locale);
    if (!body) throw new Error(`src/content/pages/${asked.locale} has no ${slug}`);
    return shown(body, site.paths(asked.locale).to(route), asked);
  }

  return [
    bind(contracts.helpContentContract, async ({ id }, caller) => {
      const { locale } = caller;
      const all = bodies.filter((one) => one.kind === 'help' && one.locale === locale && (id === undefined || one.key === String(id)));
      if (id !== undefined && all.length === 0) return { ok: false, error: 'not-found' };
      const items = all
        .toSorted((a, b) => a.order - b.order)
        .map((one) => ({ id: Number(one.key), ...shown(one, site.paths(locale).to('help', { id: Number(one.key) }), caller) }));
      return { ok: true, data: { items } };
    }),
    bind(contracts.aboutContentContract, async (_, caller) => ({ ok: true, data: pageOf('about-uhomes', 'about', caller) })),
    bind(contracts.contactContentContract, async (_, caller) => {
      const { email, hours } = particulars(caller.locale, translator(caller.locale), caller.now);
      return {
        ok: true,
        data: { ...pageOf('contact-us', 'contact_us', caller), email: email.text, phone: brand.phones[caller.locale].e164, hours: hours.text },
      };
    }),
    bind(contracts.partnersContentContract, async (_, caller) => ({ ok: true, data: pageOf('partners', 'partners', caller) })),
    bind(contracts.consultantsContentContract, async (_, caller) => ({ ok: true, data: pageOf('consultants', 'consultants', caller) })),
  ];
}
