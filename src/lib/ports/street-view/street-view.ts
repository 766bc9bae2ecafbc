/**
 * What a street looks like. We draw a home between its neighbours ourselves; an operator may name a service that has
 * photographs, which readers then reach by a link. No picture of it is fetched by us or by our pages.
 */
import type { Point } from '#lib/geo/distance.ts';
import type { Locale } from '#lib/i18n/locales.ts';

export type StreetView = {
  /** Where photographs of this spot are; undefined where there is only our drawing. */
  linkFor(at: Point, locale: Locale): { readonly href: string; readonly host: string } | undefined;
};

/** The default: our drawing alone. */
export const drawnStreet: StreetView = { linkFor: () => undefined };

/** Services that cannot be reached from mainland China are not offered to its readers. */
const unreachable = /(?:^|\.)google\./;

/** @param template an https address with `{latitude}` and `{longitude}`. */
export function linkedStreet(template: string): StreetView {
  const { hostname } = new URL(template);
  return {
    linkFor({ latitude, longitude }, locale) {
      if (locale === 'zh-cn' && unreachable.test(hostname)) return undefined;
      return { href: template.replace('{latitude}', latitude.toFixed(5)).replace('{longitude}', longitude.toFixed(5)), host: hostname.replace(/^www\./, '') };
    },
  };
}
