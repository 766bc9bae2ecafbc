/** `/llms.txt`: what the site is and where things are, for programs that read in place of a person. English. */
import { brand } from '#lib/brand.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Site } from '#lib/paths.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';

const citiesNamed = 40;

/** The text in Markdown, with absolute addresses. */
export function llmsText(site: Site, geo: GeoIndex, editorial: readonly EditorialEntry[]): string {
  const paths = site.paths('en-us');
  const link = (name: string, path: string, note = ''): string => `- [${name}](${site.absolute('en-us', path)})${note && `: ${note}`}`;
  const texts = (kind: EditorialEntry['kind'], path: (key: string) => string): string[] =>
    editorial.filter((entry) => entry.kind === kind && entry.locale === 'en-us').map(({ key, title, description }) => link(title, path(key), description));
  const languages = locales.map((locale) => `- ${localeFacts[locale].selfName}: ${site.absolute(locale, site.paths(locale).to('index'))}`);
  return [
    `# ${brand.name}`,
    '',
    `> Student accommodation near universities in ${geo.countries.length} countries and regions. Every price is the full price of the contract and says when it was last confirmed, cancellation terms are figures, and the pages of the search exist in ${locales.length} languages.`,
    '',
    'Rents are given as listed, with their weekly and monthly equivalents and the contract total. Homes marked as sample data are made up.',
    '',
    '## Languages',
    '',
    ...languages,
    '',
    '## Find a home',
    '',
    link('All cities', paths.to('city')),
    ...geo.countries.map((country) => link(country.names['en-us'], paths.country(country))),
    '',
    '## Cities asked for most',
    '',
    ...geo.cities.slice(0, citiesNamed).map((city) => link(`${city.names['en-us']}, ${city.country.names['en-us']}`, paths.place(city))),
    '',
    '## Guides',
    '',
    ...texts('guides', (key) => paths.to('guide', { country: key.split('/')[0] ?? '', city: key.split('/')[1] ?? '' })),
    '',
    '## Answers',
    '',
    ...texts('help', (id) => paths.to('help', { id })),
    ...texts('topics', (slug) => paths.to('topic', { slug })),
    ...texts('blog', (slug) => paths.to('blog_entry', { slug })),
    '',
    '## About',
    '',
    ...texts('pages', (slug) => paths.local(`/general-pages/${slug}`)),
    ...texts('policies', (id) => paths.to('document', { id })),
    '',
    '## Optional',
    '',
    `- [Sitemap](${site.origin}/sitemap.xml)`,
    '',
  ].join('\n');
}
