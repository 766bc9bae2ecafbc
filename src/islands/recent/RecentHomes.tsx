/** Homes seen lately, as short cards: name, rent and whether it can still be had. */
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type * as z from 'zod/mini';
import { api } from '#islands/shared/api.ts';
import type { AreaT } from '#islands/shared/words.ts';
import type { historyContract } from '#lib/features/listings/house-detail.contract.ts';
import './recent.css';

type Card = z.output<typeof historyContract.output>['items'][number];
type Found = { readonly kind: 'waiting' } | { readonly kind: 'failed' } | { readonly kind: 'found'; readonly homes: readonly Card[] };

const history = { method: 'GET', path: '/_houseApi/house/history' } as const;

export function RecentHomes({ ids, t, onForget }: { ids: readonly number[]; t: AreaT<'search'>; onForget: () => void }): ReactElement {
  const [found, setFound] = useState<Found>({ kind: 'waiting' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    api()
      .call<typeof historyContract>(history, { ids: ids.join(',') }, { signal: stop.signal, clientToastHide: true })
      .then(
        ({ items }) => setFound({ kind: 'found', homes: items }),
        () => !stop.signal.aborted && setFound({ kind: 'failed' }),
      );
    return () => stop.abort();
  }, [ids, tries]);

  if (found.kind === 'waiting') return <p role="status">{t('search.recent_waiting')}</p>;
  if (found.kind === 'failed')
    return (
      <p role="alert">
        {t('search.recent_failed')}{' '}
        <button type="button" onClick={() => setTries(tries + 1)}>
          {t('search.recent_again')}
        </button>
      </p>
    );
  return (
    <>
      {found.homes.length === 0 && <p role="status">{t('search.recent_gone')}</p>}
      <ul role="list" className="recent">
        {found.homes.map(({ house_id, title, url, cover_image, location, price, vacancy }) => (
          <li key={house_id}>
            <a href={url}>
              <img src={cover_image} alt="" width={320} height={240} loading="lazy" />
              <strong>{title}</strong>
            </a>
            <span>{location.city_name}</span>
            <span className="number">
              {price
                ? t('search.recent_week', { amount: price.weekly.formatted })
                : t(vacancy === 'waiting-list' ? 'search.recent_waiting_list' : 'search.recent_full')}
            </span>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onForget}>
        {t('search.recent_forget')}
      </button>
    </>
  );
}
