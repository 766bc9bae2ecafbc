/** Who lets homes here, with the homes to show. */
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import { providersPerPage } from './providers.rules.ts';
import type { ProvidersRepository } from './providers.repository.ts';
import type { Provider, ProviderKind, ProviderRecord } from './providers.schema.ts';

export type ProvidersService = ReturnType<typeof createProvidersService>;

/** @param lists shows homes as lists do. */
export function createProvidersService(repository: ProvidersRepository, lists: Pick<ListService, 'houses'>) {
  const housesOf = (providers: readonly Provider[], now: Date): Promise<readonly ListedHouse[]> =>
    lists.houses(
      providers.flatMap(({ houseIds }) => houseIds),
      listToday(undefined, now),
    );

  return {
    /** How many providers of each kind there are. */
    async kinds(): Promise<ReadonlyMap<ProviderKind, number>> {
      const kinds = Map.groupBy(await repository.order(), ({ kind }) => kind);
      return new Map([...kinds].map(([kind, { length }]) => [kind, length]));
    },
    standing: () => repository.standing(),

    /** A page of providers, from 1, with their first homes. Two queries, and one more where the order is not known yet. */
    async page(
      kind: ProviderKind | undefined,
      page: number,
      now: Date,
    ): Promise<{ readonly providers: readonly Provider[]; readonly homes: readonly ListedHouse[] }> {
      const order = (await repository.order()).filter((one) => kind === undefined || one.kind === kind);
      const ids = order.slice((page - 1) * providersPerPage, page * providersPerPage).map(({ id }) => id);
      const providers = await repository.some(ids);
      return { providers, homes: await housesOf(providers, now) };
    },

    /** A provider with a page of its homes, from 1. Two queries. */
    async record(slug: string, page: number, now: Date): Promise<{ readonly record: ProviderRecord; readonly homes: readonly ListedHouse[] } | undefined> {
      const record = await repository.record(slug, page);
      return record && { record, homes: await housesOf([record], now) };
    },
  };
}
