/** Who lets homes here, with the homes to show. */
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { ProvidersRepository } from './providers.repository.ts';
import type { Provider, ProviderRecord } from './providers.schema.ts';

export type ProvidersService = ReturnType<typeof createProvidersService>;

/** @param lists shows homes as lists do. */
export function createProvidersService(repository: ProvidersRepository, lists: Pick<ListService, 'houses'>) {
  const housesOf = (providers: readonly Provider[], now: Date): Promise<readonly ListedHouse[]> =>
    lists.houses(
      providers.flatMap(({ houseIds }) => houseIds),
      listToday(undefined, now),
    );

  return {
    /** All providers in the order of the index. */
    order: () => repository.order(),
    standing: () => repository.standing(),

    /** These providers with their first homes. Two queries. */
    async some(ids: readonly SupplierId[], now: Date): Promise<{ readonly providers: readonly Provider[]; readonly homes: readonly ListedHouse[] }> {
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
