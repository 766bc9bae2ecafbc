/** What rests on the checks of every home, kept until a home changes: the order of the index of providers, which each of its pages asks for, and what all homes come to. */
import type { TagCache } from '#lib/db/tag-cache.ts';
import type { ProvidersRepository } from './providers.repository.ts';

/** About how many bytes a provider takes in the order. */
const ranked = 80;

export function cachedProviders(repository: ProvidersRepository, cache: TagCache): ProvidersRepository {
  return {
    ...repository,
    order: () =>
      cache.get(
        'providers in order',
        ['catalogue'],
        () => repository.order(),
        ({ length }) => length * ranked,
      ),
    standing: () =>
      cache.get(
        'standing of all homes',
        ['catalogue'],
        () => repository.standing(),
        () => 200,
      ),
  };
}
