/** What the page of evidence shows. */
import { addDays, todayIn } from '#lib/dates/dates.ts';
import { momentsIn } from '#lib/dates/reader-zones.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { evidenceFilePath, evidencePath, takesEvidence } from './evidence.rules.ts';
import { mostEntries } from './evidence.schema.ts';
import type { EvidenceService } from './evidence.service.ts';

type Parts = {
  readonly evidence: Pick<EvidenceService, 'of' | 'isThere'>;
  readonly houses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
};

type EvidenceReader = Reader & { readonly visitor: Visitor | undefined };

export type EvidenceLoader = ReturnType<typeof createEvidenceLoader>;

export function createEvidenceLoader({ evidence, houses }: Parts) {
  const userOf = (visitor: Visitor | undefined): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);

  return {
    /** Where the evidence of an order is, once something can be written down, and as long as something is, whatever became of the order. */
    async path({ visitor, paths }: EvidenceReader, code: string): Promise<string | undefined> {
      const userId = userOf(visitor);
      return userId !== undefined && (await evidence.isThere(userId, code)) ? evidencePath(paths, code) : undefined;
    },

    /** The evidence of an order of this reader's; undefined where there is none, and nothing can be written down. */
    async own(reader: EvidenceReader) {
      const { visitor, query, intl, locale } = reader;
      const userId = userOf(visitor);
      const found = userId === undefined ? undefined : await evidence.of(userId, query.get('orderCode') ?? '');
      if (!found) return undefined;
      const { order, entries, isWhole } = found;
      return {
        code: order.code,
        title: (await houses.named(order.houseId, reader))?.title ?? order.home.name,
        isWhole,
        mayAdd: takesEvidence(order.state) && entries.length < mostEntries,
        /** What is chosen before anybody chose: in the last days of a lease somebody is about to leave. */
        occasion: order.to !== undefined && todayIn(order.home.zone, reader.now) >= addDays(order.to, -7) ? 'move-out' : 'move-in',
        file: entries.length > 0 ? evidenceFilePath(order.code, locale) : undefined,
        entries: entries.map((entry) => ({ ...entry, when: momentsIn(entry.madeAt, [order.home.zone], intl).join(' = ') })),
      };
    },
  };
}
