/** Who lets homes here, with the homes to show. */
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
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
    kinds: () => repository.kinds(),
    standing: () => repository.standing(),

    /** A page of providers with their first homes. Two queries. */
    async page(
      kind: ProviderKind | undefined,
      page: number,
      now: Date,
    ): Promise<{ readonly providers: readonly Provider[]; readonly homes: readonly ListedHouse[] }> {
      const providers = await repository.page(kind, page);
      return { providers, homes: await housesOf(providers, now) };
    },

    /** A provider with the homes that its page shows. Two queries. */
    async record(slug: string, now: Date): Promise<{ readonly record: ProviderRecord; readonly homes: readonly ListedHouse[] } | undefined> {
      const record = await repository.record(slug);
      return record && { record, homes: await housesOf([record], now) };
    },
  };
}
