/** What the pages of saved searches and of mails about homes show. */
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { NoticeSettings, ShowCards } from './notices.schema.ts';
import type { NoticesService } from './notices.service.ts';
import { codeOf, hrefOf, nameOf, readAsked, readRef, refOf, refText } from './saved-searches.rules.ts';
import type { Asked, Pace } from './saved-searches.schema.ts';
import type { SavedSearchesService } from './saved-searches.service.ts';

export type ShownSearch = {
  readonly id: number;
  readonly name: string;
  readonly href: string;
  readonly pace: Pace;
  /** Whether too many homes fit to tell what is new. */
  readonly isWide: boolean;
};

export type ShownSearches = {
  readonly searches: readonly ShownSearch[];
  /** What the address asks to save; undefined where it asks nothing, or nothing that is there. */
  readonly offered: { readonly name: string; readonly href: string; readonly place: string; readonly ask: string; readonly pace: Pace } | undefined;
  /** Whether there is an address to write to. */
  readonly byMail: boolean;
  /** Whether what they asked to be told is told. */
  readonly isTold: boolean;
};

export type ShownNotices = {
  readonly settings: NoticeSettings;
  readonly byMail: boolean;
  readonly awaited: readonly { readonly name: string; readonly href: string }[];
};

type Parts = {
  readonly notices: Pick<NoticesService, 'settingsOf' | 'isToken' | 'awaitedOf'>;
  readonly searches: Pick<SavedSearchesService, 'of'>;
  readonly showCards: ShowCards;
  readonly people: Pick<AccountsService, 'contactsOf'>;
  readonly geo: GeoIndex;
};

export function createNoticesLoader({ notices, searches, showCards, people, geo }: Parts) {
  const hasMail = async (userId: UserId): Promise<boolean> => (await people.contactsOf(userId)).some(({ kind }) => kind === 'email');

  function askedIn({ query }: Reader): Asked | undefined {
    const ref = readRef(query.get('place') ?? '');
    return ref && readAsked(geo, ref, query.get('ask') ?? '');
  }

  return {
    /** The searches of whoever is signed in; undefined when nobody is. */
    async searches(reader: Reader, visitor: Visitor | undefined): Promise<ShownSearches | undefined> {
      if (!visitor?.session) return undefined;
      const userId = asId<UserId>(visitor.session.userId);
      const [saved, settings, byMail] = await Promise.all([searches.of(userId), notices.settingsOf(userId), hasMail(userId)]);
      const asked = askedIn(reader);
      const [place, ask] = asked ? [refText(refOf(asked.place)), codeOf(asked)] : ['', ''];
      const former = saved.find((one) => refText(one.ref) === place && one.ask === ask);
      return {
        searches: saved.map((one) => ({ id: one.id, name: nameOf(one.asked, reader), href: hrefOf(one.asked, reader), pace: one.pace, isWide: one.isWide })),
        offered: asked && { name: nameOf(asked, reader), href: hrefOf(asked, reader), place, ask, pace: former?.pace ?? 'daily' },
        byMail,
        isTold: settings.asked,
      };
    },

    /** Which mails whoever is signed in wants; undefined when nobody is. */
    async notices(reader: Reader, visitor: Visitor | undefined): Promise<ShownNotices | undefined> {
      if (!visitor?.session) return undefined;
      const userId = asId<UserId>(visitor.session.userId);
      const [settings, byMail, awaited] = await Promise.all([notices.settingsOf(userId), hasMail(userId), notices.awaitedOf(userId)]);
      const cards = await showCards(
        awaited.map(({ houseId }) => houseId),
        reader,
      );
      return {
        settings,
        byMail,
        awaited: cards.map(({ name, href }) => ({ name, href })),
      };
    },

    /** Whether the link that the address is ends the mails of somebody. */
    canEnd: ({ page }: { readonly page: { readonly params: Readonly<Record<string, string>> } }): boolean => notices.isToken(page.params['token'] ?? ''),
  };
}

export type NoticesLoader = ReturnType<typeof createNoticesLoader>;
