import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { shownEntry } from '#lib/features/search/search.words.ts';
import type { SearchService } from '#lib/features/search/search.service.ts';
import type { Site } from '#lib/paths.ts';
import { historyContract, mergeHistoryContract } from './history.contract.ts';
import { readSeen } from './history.rules.ts';
import { historyKinds, toldMost } from './history.schema.ts';
import type { HistoryService } from './history.service.ts';

type Parts = { readonly history: HistoryService; readonly search: Pick<SearchService, 'found'>; readonly site: Site };

/** Binds the calls of what somebody looked at and searched for. */
export function historyCalls({ history, search, site }: Parts): readonly BoundCall[] {
  return [
    bind(mergeHistoryContract, async ({ seen, forgotten }, caller) => {
      const { now, locale } = caller;
      const words = readSeen(seen, now);
      if (!words) return { ok: false, error: 'bad-input' };
      const forgottenAt = forgotten === '' ? undefined : new Date(now.getTime() - Number(forgotten) * 1_000);
      const { isOn, entries } = await history.merge(userIdOf(caller), words, forgottenAt, now);
      const ago = (at: Date): number => Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000));
      const homes = entries.filter(({ kind }) => kind === 'seen').slice(0, toldMost);
      const [last] = entries.flatMap(({ kind, id, at }) => {
        const found = kind === 'seen' ? undefined : search.found(kind, id);
        if (!found) return [];
        const { title, url } = shownEntry(found.entry, locale, site.paths(locale), '');
        return [{ title, url, ago: ago(at) }];
      });
      return { ok: true, data: { is_on: isOn, items: homes.map(({ id, at }) => ({ house_id: id, ago: ago(at) })), search: last ?? null } };
    }),
    bind(historyContract, async ({ act, kind: given, target }, caller) => {
      const userId = userIdOf(caller);
      const { now } = caller;
      switch (act) {
        case 'forget':
          await history.forget(userId, now);
          return { ok: true, data: { done: 'forgotten' as const } };
        case 'on':
        case 'off':
          await history.switch(userId, act === 'on', now);
          return { ok: true, data: { done: act } };
        default: {
          const kind = historyKinds.find((one) => one === given);
          const outcome = kind && (await history.remove(userId, kind, Number(target), now));
          return outcome?.ok ? { ok: true, data: { done: 'removed' as const } } : { ok: false, error: 'not-found' };
        }
      }
    }),
  ];
}
