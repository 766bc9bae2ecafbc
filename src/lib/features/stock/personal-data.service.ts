/** What is kept of the beds somebody held and waited for, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { HoldsRepository } from './holds.repository.ts';
import type { LeasesRepository } from './leases.repository.ts';
import type { WaitingRepository } from './waiting.repository.ts';

type Parts = {
  readonly holds: Pick<HoldsRepository, 'everyOf'>;
  readonly waiting: Pick<WaitingRepository, 'everyOf'>;
  readonly leases: LeasesRepository;
};

export function stockSource({ holds, waiting, leases }: Parts): PersonalSource {
  return {
    name: 'beds',
    async read(userId) {
      const [held, waited] = await Promise.all([holds.everyOf(userId), waiting.everyOf(userId)]);
      const named = await leases.named([...new Set([...held, ...waited].map(({ tenancyId }) => tenancyId))]);
      const nameOf = (id: (typeof held)[number]['tenancyId']): string => {
        const lease = named.get(id);
        return lease ? `${lease.house.name} · ${lease.unit} · ${lease.period.from} – ${lease.period.to ?? ''}` : String(id);
      };
      const items: readonly PersonalItem[] = [
        ...held.map(
          ({ tenancyId, madeAt, until }): PersonalItem => [
            { label: 'stock.kept', value: nameOf(tenancyId) },
            { label: 'mydata.given', value: madeAt.toISOString() },
            { label: 'stock.until', value: until.toISOString() },
          ],
        ),
        ...waited.map(
          ({ tenancyId, joinedAt }): PersonalItem => [
            { label: 'stock.waiting', value: nameOf(tenancyId) },
            { label: 'mydata.given', value: joinedAt.toISOString() },
          ],
        ),
      ];
      const data = {
        holds: held.map(({ id, tenancyId, kind, until, extended, madeAt, endedAt }) => ({
          id,
          lease: tenancyId,
          kind,
          until,
          extended,
          made_at: madeAt,
          ended_at: endedAt ?? null,
        })),
        waiting: waited.map(({ tenancyId, joinedAt, endedAt, locale }) => ({ lease: tenancyId, joined_at: joinedAt, ended_at: endedAt ?? null, locale })),
      };
      return { title: 'stock.yours', items, data };
    },
  };
}
