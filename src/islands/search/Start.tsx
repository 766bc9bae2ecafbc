/** Last searches with a way to forget them, and popular cities and schools by country. */
import { useId, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import type { AreaT } from '#islands/browser/words.ts';
import type { SearchHistoryItem } from '#lib/features/search/search.contract.ts';
import { firstCountry } from './panel.rules.ts';
import { entryId } from './use-start.ts';
import type { HotCountry } from './use-start.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';

/** Cities, and schools, of a country; the panel shall fit a phone. */
const shownPlaces = 6;

type StartProps = {
  readonly t: AreaT<'search'>;
  readonly history: readonly SearchHistoryItem[];
  readonly hot: readonly HotCountry[];
  /** Two letters of the reader's country, when it is known. */
  readonly own: string | undefined;
  readonly forget: (entry?: SearchHistoryItem) => void;
  readonly onPick: (picked: { group: SearchGroup; id: number }) => void;
};

export function Start({ t, history, hot, own, forget, onPick }: StartProps): ReactElement {
  return (
    <>
      {history.length > 0 && (
        <section>
          <div className="search-head">
            <h2>{t('search.box_history')}</h2>
            <button type="button" onClick={() => forget()}>
              {t('search.box_forget_all')}
            </button>
          </div>
          <ul className="search-history">
            {history.map((entry) => (
              <li key={`${entry.type}${entryId(entry)}`}>
                <a href={entry.url} onClick={() => onPick({ group: entry.type, id: entryId(entry) })}>
                  {entry.title}
                </a>
                <button type="button" aria-label={t('search.box_forget', { name: entry.title })} onClick={() => forget(entry)}>
                  ×
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hot.length > 0 && <Popular t={t} hot={hot} own={own} onPick={onPick} />}
    </>
  );
}

function Popular({ t, hot, own, onPick }: Pick<StartProps, 't' | 'hot' | 'own' | 'onPick'>): ReactElement {
  const id = useId();
  const [chosen, setAt] = useState<number>();
  const at = chosen ?? firstCountry(hot, own);
  const country = hot[at] ?? hot[0];
  const turn = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = (at + step + hot.length) % hot.length;
    setAt(next);
    document.getElementById(`${id}t${next}`)?.focus();
  };
  return (
    <section>
      <h2 id={`${id}h`}>{t('search.box_popular')}</h2>
      <div role="tablist" aria-labelledby={`${id}h`} className="search-tabs">
        {hot.map(({ country_id, country_name }, index) => (
          <button
            key={country_id}
            type="button"
            role="tab"
            id={`${id}t${index}`}
            aria-selected={index === at}
            aria-controls={`${id}p`}
            tabIndex={index === at ? 0 : -1}
            onKeyDown={turn}
            onClick={() => setAt(index)}
          >
            {country_name}
          </button>
        ))}
      </div>
      {country && (
        <div role="tabpanel" id={`${id}p`} aria-labelledby={`${id}t${at}`} className="search-popular">
          {(
            [
              ['city', t('search.box_cities'), country.city_list],
              ['school', t('search.box_schools'), country.school_list],
            ] as const
          ).map(
            ([group, title, places]) =>
              places.length > 0 && (
                <div key={group}>
                  <h3>{title}</h3>
                  <ul>
                    {places.slice(0, shownPlaces).map((place) => (
                      <li key={place.id}>
                        <a href={place.url} onClick={() => onPick({ group, id: place.id })}>
                          {place.name} <small>{t('search.box_homes', { count: place.house_num })}</small>
                        </a>
                      </li>
                    ))}
                  </ul>
                </div>
              ),
          )}
        </div>
      )}
    </section>
  );
}
