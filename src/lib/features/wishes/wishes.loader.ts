/** What the page of the card shows. */
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { hrefOfWishes, wishLines, wishValues } from './wishes.rules.ts';
import type { WishesService } from './wishes.service.ts';

export type ShownWishes = {
  /** Undefined while there is no card. */
  readonly card: { readonly lines: ReturnType<typeof wishLines>; readonly href: string } | undefined;
  /** What the form shows before anybody wrote. */
  readonly values: Readonly<Record<string, string>>;
};

export type WishesLoader = ReturnType<typeof createWishesLoader>;

export function createWishesLoader(wishes: Pick<WishesService, 'of'>) {
  return {
    async card(reader: Reader, visitor: Visitor | undefined): Promise<ShownWishes | undefined> {
      if (!visitor?.session) return undefined;
      const own = await wishes.of(asId<UserId>(visitor.session.userId));
      return { card: own && { lines: wishLines(own, reader), href: hrefOfWishes(own, reader) }, values: wishValues(own, reader) };
    },
  };
}
