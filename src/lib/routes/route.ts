/**
 * What the route table says of a page.
 * - `page`: the file under `src/pages` that renders it, `built` for pages written by the build,
 *   `file` for answers that are no page, `later` for a place kept for a page that does not exist yet
 *   (answers 404, is linked from nowhere).
 * - `layout`, `header`, `footer`: R2.185–R2.190.
 * - `render`: built, cached or private, as docs/decisions/0002 says.
 */
import type { Access, Proof } from '#lib/access.ts';
import type { FormName } from '#lib/forms/form-names.ts';

export type RouteDefinition = {
  readonly pattern: string | null;
  readonly page: string;
  readonly layout: 'default' | 'empty' | 'fill-content';
  readonly header: boolean;
  readonly footer: boolean;
  readonly access: Access;
  /** Shown only to whoever has shown within the last minutes who they are. What a form does says its contract. */
  readonly proof?: Extract<Proof, 'fresh'>;
  readonly render: 'built' | 'cached' | 'private';
  /** Its parameters are names of texts, in small letters: other spellings lead there. */
  readonly named?: true;
  readonly indexable: boolean;
  /** As wide as the window lets it be: lists and maps. */
  readonly wide?: true;
  /** `plain`: English, at one address without language prefix. */
  readonly locales: 'all' | 'english' | 'plain';
  /** Mobile bottom nav (R2.197), help widget (R2.198), AI entry (R2.199). */
  readonly bottomNav?: true;
  readonly helpWidget?: true;
  readonly assistantEntry?: true;
  /** A later step of a form's way: reached by sending the step before, and linked from those steps alone. */
  readonly step?: true;
  /** For who develops on this machine: it answers where mails that were kept are shown, too, and is missing everywhere else. */
  readonly development?: true;
  /** For those who are not signed in: others are sent on to where `redirect` says, or to their profile. */
  readonly guests?: true;
  /** Another site leads readers here with what its parameters say, by GET or by a form: it is taken once, and leads on at once. */
  readonly arrival?: true;
  /** Apps of others lead people here with a token in the address (R6.25): it is taken once and leads on to the address without it. */
  readonly external?: true;
  /** The form that a POST to a private page's address sends. */
  readonly form?: FormName;
  /**
   * Parameters the page reads. A private page reads these alone; a cached page reads besides them the ids and names that
   * are few (`src/server/pages/query.ts`), and of what makes many pages only what stands here.
   */
  readonly query?: readonly string[];
};

/** The parameters that carry the reader's question (`finding/reader-question.rules.ts`). A page under one of them is not for search engines. */
export const questionParameters = ['schoolunique', 'poi_id', 'ask', 'intake', 'currency'] as const;

/** A route whose pattern the compiler knows, so that path builders ask for its parameters. */
export type Route<Pattern extends string | null> = RouteDefinition & { readonly pattern: Pattern };
type More = Partial<Omit<RouteDefinition, 'pattern'>>;

export const page = <Pattern extends string | null>(pattern: Pattern, file: string, more: More = {}): Route<Pattern> => ({
  pattern,
  page: file,
  layout: 'default',
  header: true,
  footer: true,
  access: 'public',
  render: 'cached',
  indexable: true,
  locales: 'all',
  ...more,
});
export const built = <Pattern extends string>(pattern: Pattern, more: More = {}): Route<Pattern> => page(pattern, 'built', { render: 'built', ...more });
/** A text of the build with homes of the catalogue beside it, of which sums are told in the reader's currency: rendered when asked for. */
export const article = <Pattern extends string>(pattern: Pattern, file: string, more: More = {}): Route<Pattern> =>
  page(pattern, file, { named: true, query: ['currency'], ...more });
export const bare = { header: false, footer: false } as const;
export const later = <Pattern extends string>(pattern: Pattern, more: More = {}): Route<Pattern> => page(pattern, 'later', { indexable: false, ...more });
export const login = <Pattern extends string>(pattern: Pattern, more: More = {}): Route<Pattern> =>
  later(pattern, { access: 'login', render: 'private', ...more });
/** A page of the one who is signed in. */
export const personal = <Pattern extends string>(pattern: Pattern, file: string, more: More = {}): Route<Pattern> =>
  page(pattern, file, { access: 'login', render: 'private', indexable: false, ...more });
export const partner = <Pattern extends string>(pattern: Pattern): Route<Pattern> => later(pattern, { access: 'partner', render: 'private' });
/** A page that asks: what the question is about stands in its address. */
export const asking = {
  render: 'private',
  indexable: false,
  form: 'ask',
  query: [
    ...['house', 'unit', 'hcr', 'order', 'city', 'school', 'source', 'from', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'question'],
    ...questionParameters,
  ],
} as const;

/** Routes that differ in one word. */
export function group<Prefix extends string, Names extends readonly string[]>(
  prefix: Prefix,
  names: Names,
  make: (name: string) => RouteDefinition,
): Record<`${Prefix}_${Names[number]}`, RouteDefinition> {
  return Object.fromEntries(names.map((name) => [`${prefix}_${name}`, make(name)])) as Record<`${Prefix}_${Names[number]}`, RouteDefinition>;
}
