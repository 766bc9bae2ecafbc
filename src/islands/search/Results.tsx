/** Suggestions in tabs, other spellings when there are few or none, and more on demand (R2.207, R2.208, R5.61, R5.62). */
import { Fragment } from 'react';
import type { Dispatch, ReactElement } from 'react';
import type { AreaT } from '#islands/browser/words.ts';
import type { Suggestion } from '#lib/features/search/search.contract.ts';
import { hasMore, otherTerms } from './panel.rules.ts';
import type { PanelEvent, PanelState } from './panel.rules.ts';

type ResultsProps = {
  readonly t: AreaT<'search'>;
  readonly state: PanelState;
  readonly options: readonly Suggestion[];
  readonly listId: string;
  readonly optionId: (position: number) => string;
  readonly dispatch: Dispatch<PanelEvent>;
  readonly onPick: (picked: Suggestion) => void;
  readonly onMore: () => void;
  readonly onTerm: (term: string) => void;
};

export function Results({ t, state, options, listId, optionId, dispatch, onPick, onMore, onTerm }: ResultsProps): ReactElement {
  const { phase, groups, tab, more, active } = state;
  const terms = otherTerms(state);
  const kindOf = ({ group }: Suggestion): string | undefined => groups.find((one) => one.group === group)?.group_name;
  const tabs = groups.filter(({ lists }) => lists.length > 0);
  return (
    <>
      <output className={phase === 'waiting' || phase === 'nothing' ? 'search-note' : 'visually-hidden'}>
        {phase === 'waiting'
          ? t('search.box_waiting')
          : phase === 'nothing'
            ? t('search.box_nothing', { keyword: state.keyword })
            : phase === 'found'
              ? t('search.box_found', { count: options.length })
              : ''}
      </output>
      {tabs.length > 1 && (
        <div className="search-tabs" role="group" aria-label={t('search.box_kinds')}>
          <button type="button" aria-pressed={tab === 'all'} onClick={() => dispatch({ type: 'tab', tab: 'all' })}>
            {t('search.box_all')}
          </button>
          {tabs.map(({ group, group_name, lists }) => (
            <button key={group} type="button" aria-pressed={tab === group} onClick={() => dispatch({ type: 'tab', tab: group })}>
              {group_name} <small>{lists.length}</small>
            </button>
          ))}
        </div>
      )}
      <div role="listbox" id={listId} aria-label={t('search.box_results')} className="search-options" hidden={options.length === 0}>
        {options.map((option, position) => (
          <Fragment key={`${option.group}${option.id}`}>
            {tab === 'all' && tabs.length > 1 && option.group !== options[position - 1]?.group && (
              <div className="search-kind" aria-hidden="true">
                {kindOf(option)}
              </div>
            )}
            <a
              role="option"
              id={optionId(position)}
              aria-selected={position === active}
              href={option.url}
              tabIndex={-1}
              onPointerMove={() => position !== active && dispatch({ type: 'moved', to: position })}
              onClick={() => onPick(option)}
            >
              <span className="search-title">
                {option.title}
                {option.title_level_three !== '' && <small> {option.title_level_three}</small>}
              </span>
              <span className="search-where">{option.sub_title}</span>
              <span className="search-count">{option.group !== 'house' && option.house_num > 0 && t('search.box_homes', { count: option.house_num })}</span>
              {tab === 'all' && <span className="visually-hidden">{kindOf(option)}</span>}
            </a>
          </Fragment>
        ))}
      </div>
      {terms.length > 0 && (
        <div className="search-terms">
          <span>{t('search.box_did_you_mean')}</span>
          {terms.map((term) => (
            <button key={term} type="button" onClick={() => onTerm(term)}>
              {term}
            </button>
          ))}
        </div>
      )}
      {phase === 'nothing' && more && terms.length === 0 && <p className="search-note">{t('search.box_reset')}</p>}
      {hasMore(state) && (
        <button type="button" className="search-more" onClick={onMore}>
          {more ? t('search.box_more', { count: more.total - more.items.length }) : t('search.box_more_results')}
        </button>
      )}
    </>
  );
}
