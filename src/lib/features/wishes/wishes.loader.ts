/** What the pages of the card show: its owner’s, and that of whoever has a link to it. */
import type { SharedList } from '#lib/features/shortlist/shared-lists.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { askHrefOf, hrefOfWishes, wishLines, wishValues } from './wishes.rules.ts';
import type { WishesService } from './wishes.service.ts';

export type ShownWishes = {
  /** Undefined while there is no card. */
  readonly card: Pick<SharedWishes, 'lines' | 'href' | 'ask'> | undefined;
  /** What the form shows before anybody wrote. */
  readonly values: Readonly<Record<string, string>>;
};

/** A link of somebody's own, with its path and its whole address. */
export type ShownWishesLink = SharedList & { readonly href: string; readonly address: string };

/** What whoever has a link is shown. */
export type SharedWishes = {
  readonly lines: ReturnType<typeof wishLines>;
  readonly by: string | undefined;
  readonly expiresAt: Date;
  /** The list of homes that fit. */
  readonly href: string;
  /** The form of a question that begins with it. */
  readonly ask: string;
};

export type WishesLoader = ReturnType<typeof createWishesLoader>;

export function createWishesLoader(wishes: Pick<WishesService, 'of' | 'open' | 'links'>) {
  return {
    async card(reader: Reader, visitor: Visitor | undefined): Promise<ShownWishes | undefined> {
      if (!visitor?.session) return undefined;
      const own = await wishes.of(asId<UserId>(visitor.session.userId));
      return { card: own && { lines: wishLines(own, reader), href: hrefOfWishes(own, reader), ask: askHrefOf(own, reader) }, values: wishValues(own, reader) };
    },

    /** The links of whoever is signed in and has a card; undefined for anybody else. */
    async links(reader: Reader, visitor: Visitor | undefined): Promise<readonly ShownWishesLink[] | undefined> {
      if (!visitor?.session) return undefined;
      const userId = asId<UserId>(visitor.session.userId);
      if (!(await wishes.of(userId))) return undefined;
      const { paths, site, locale, now } = reader;
      return (await wishes.links.of(userId, now)).map((link) => {
        const href = paths.to('shared_wishes', { token: wishes.links.tokenOf(link.id) });
        return { ...link, href, address: site.absolute(locale, href) };
      });
    },

    /** The card of the link that the address is; undefined when it shows nothing any more. */
    async shared(reader: Reader & { readonly page: { readonly params: Readonly<Record<string, string>> } }): Promise<SharedWishes | undefined> {
      const opened = await wishes.open(reader.page.params['token'] ?? '', reader.now);
      if (!opened) return undefined;
      const { card, by, expiresAt } = opened;
      return { lines: wishLines(card, reader), by, expiresAt, href: hrefOfWishes(card, reader), ask: askHrefOf(card, reader) };
    },
  };
}
