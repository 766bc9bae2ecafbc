/** Homes seen lately, as short cards: name, rent and whether it can still be had. */
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type * as z from 'zod/mini';
import { api } from '#islands/browser/api.ts';
import type { AreaT } from '#islands/browser/words.ts';
import './recent.css';
import type { historyContract } from '#lib/features/lists/house-cards.contract.ts';

type Card = z.output<typeof historyContract.output>['items'][number];
type Found = { readonly kind: 'waiting' } | { readonly kind: 'failed' } | { readonly kind: 'found'; readonly homes: readonly Card[] };

const history = { method: 'GET', path: '/_houseApi/house/history' } as const;

type RecentHousesProps = { readonly ids: readonly number[]; readonly t: AreaT<'search'>; readonly onForget: () => void };

/** Each try is a fresh list. */
export function RecentHouses(props: RecentHousesProps): ReactElement {
  const [tries, setTries] = useState(0);
  return <OneTry key={tries} {...props} onAgain={() => setTries(tries + 1)} />;
}

function OneTry({ ids, t, onForget, onAgain }: RecentHousesProps & { readonly onAgain: () => void }): ReactElement {
  const [found, setFound] = useState<Found>({ kind: 'waiting' });
  useEffect(() => {
    const stop = new AbortController();
    api()
      .call<typeof historyContract>(history, { ids: ids.join(',') }, { signal: stop.signal, clientToastHide: true })
      .then(
        ({ items }) => setFound({ kind: 'found', homes: items }),
        () => !stop.signal.aborted && setFound({ kind: 'failed' }),
      );
    return () => stop.abort();
  }, [ids]);

  if (found.kind === 'waiting') return <output>{t('search.recent_waiting')}</output>;
  if (found.kind === 'failed')
    return (
      <p role="alert">
        {t('search.recent_failed')}{' '}
        <button type="button" onClick={onAgain}>
          {t('search.recent_again')}
        </button>
      </p>
    );
  return (
    <>
      {found.homes.length === 0 && <output>{t('search.recent_gone')}</output>}
      <ul className="recent">
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
