/** Structured data of a provider's page. */
import type { Organization } from 'schema-dts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Site } from '#lib/paths.ts';
import type { ProviderRecord } from './providers.schema.ts';

/** A company that lets homes; of persons, and of what is invented, nothing is told to search engines. */
export function providerPart(
  site: Site,
  locale: Locale,
  { name, kind, slug, isSample }: Pick<ProviderRecord, 'name' | 'kind' | 'slug' | 'isSample'>,
): Exclude<Organization, string> | undefined {
  if (kind !== 'operator' || isSample) return undefined;
  return { '@type': 'Organization', name, mainEntityOfPage: site.absolute(locale, site.paths(locale).to('provider_record', { slug })) };
}
