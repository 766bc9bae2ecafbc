/**
 * The panel under a search field, on the combobox pattern: the field keeps the focus, arrows choose, Enter follows,
 * Escape closes. The field itself is the page's own and works without any of this.
 */
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useStore } from '@nanostores/react';
import { api } from '#islands/browser/api.ts';
import { $online } from '#islands/browser/online.ts';
import type { AreaT } from '#islands/browser/words.ts';
import type { recordSearchContract } from '#lib/features/search/search.contract.ts';
import { searchWires } from '#lib/features/search/search.wire.ts';
import type { Suggestion } from '#lib/features/search/search.contract.ts';
import { shownOptions, withAsked } from './panel.rules.ts';
import type { AskedOfForm } from './panel.rules.ts';
import { Results } from './Results.tsx';
import { Start } from './Start.tsx';
import { useSearch } from './use-search.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useStart } from './use-start.ts';

export type SearchPanelProps = {
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
  readonly t: AreaT<'search'>;
  readonly mapPath: string | undefined;
};

function retype(input: HTMLInputElement, text: string): void {
  input.value = text;
  input.focus();
}

/** Milliseconds a pick by key may wait to be remembered before its page is opened. */
const politeness = 400;

/** Remembers what was picked, also while the page changes. Never fails. */
export function remember({ group, id }: Pick<Suggestion, 'group' | 'id'>): Promise<unknown> {
  return api()
    .call<typeof recordSearchContract>(
      searchWires.record,
      { type: group, id },
      { clientToastHide: true, keepalive: true, idempotencyKey: crypto.randomUUID?.() ?? `${Date.now()}-${id}` },
    )
    .catch(() => undefined);
}

function askedOf(form: HTMLFormElement): AskedOfForm {
  const given = new FormData(form);
  const valuesOf = (names: readonly string[]) => names.map((name) => [name, String(given.get(name) ?? '')] as const);
  const question = valuesOf(['schoolunique', 'poi_id', 'ask', 'currency']).filter(([, value]) => value !== '');
  const { within, abroad } = form.dataset;
  return {
    besides: valuesOf(['move_in', 'rent_to', 'lease_band']),
    question: new URLSearchParams(question.map(([name, value]) => [name, value])),
    within,
    abroad,
  };
}

/** What links of the panel were made to lead to, so that one pressed twice is asked once. */
const completed = new WeakMap<HTMLAnchorElement, string>();

function completeLink(link: HTMLAnchorElement, form: HTMLFormElement): void {
  const href = link.getAttribute('href') ?? '';
  if (completed.get(link) === href) return;
  const whole = withAsked(href, askedOf(form));
  completed.set(link, whole);
  link.setAttribute('href', whole);
}

export function SearchPanel({ form, input, t, mapPath }: SearchPanelProps): ReactElement | null {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { state, dispatch, loadMore } = useSearch();
  const { open, keyword, active } = state;
  const start = useStart(open);
  const [isEmpty, setIsEmpty] = useState(false);
  const leaveForAnother = useFullScreen(form, open, () => {
    dispatch({ type: 'closed' });
    input.blur();
  });
  const options = shownOptions(state);
  const chosen = options[active];
  const optionId = (position: number): string => `${id}o${position}`;

  useEffect(() => {
    const typed = (): void => dispatch({ type: 'typed', keyword: input.value });
    const focused = (): void => dispatch({ type: 'focused' });
    // R4.073. Moving on by Tab leaves the search as a click elsewhere does.
    const left = (event: Event): void => {
      if (event.target instanceof Node && !form.contains(event.target) && !panel.current?.contains(event.target)) dispatch({ type: 'closed' });
    };
    input.addEventListener('input', typed);
    input.addEventListener('focus', focused);
    input.addEventListener('click', focused);
    document.addEventListener('pointerdown', left);
    document.addEventListener('focusin', left);
    // What was typed before this part was loaded counts.
    if (input.value.trim() !== '') typed();
    if (document.activeElement === input) focused();
    return () => {
      input.removeEventListener('input', typed);
      input.removeEventListener('focus', focused);
      input.removeEventListener('click', focused);
      document.removeEventListener('pointerdown', left);
      document.removeEventListener('focusin', left);
    };
  }, [form, input, dispatch]);

  useEffect(() => {
    // An empty field is answered here, in the reader's language, not by the browser in its own.
    form.setAttribute('novalidate', '');
    const sent = (event: SubmitEvent): void => {
      const nothing = input.value.trim() === '';
      setIsEmpty(nothing);
      if (nothing) {
        event.preventDefault();
        input.focus();
        dispatch({ type: 'focused' });
      } else leaveForAnother();
    };
    const typed = (): void => setIsEmpty(false);
    form.addEventListener('submit', sent);
    input.addEventListener('input', typed);
    return () => {
      form.removeEventListener('submit', sent);
      input.removeEventListener('input', typed);
    };
  }, [form, input, dispatch, leaveForAnother]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.isComposing) return;
      if (event.key === 'Escape' && open) {
        event.preventDefault();
        dispatch({ type: 'closed' });
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        if (!open) dispatch({ type: 'focused' });
        else dispatch({ type: 'moved', to: event.key === 'ArrowDown' ? active + 1 : active < 0 ? -1 : active - 1 });
      } else if (event.key === 'Enter' && open && chosen) {
        event.preventDefault();
        leaveForAnother();
        dispatch({ type: 'closed' });
        void Promise.race([remember(chosen), new Promise((resolve) => setTimeout(resolve, politeness))]).then(() =>
          location.assign(withAsked(chosen.url, askedOf(form))),
        );
      }
    };
    input.addEventListener('keydown', pressed);
    return () => input.removeEventListener('keydown', pressed);
  }, [form, input, dispatch, open, active, chosen, leaveForAnother]);

  useEffect(() => {
    const listed = open && keyword !== '';
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-expanded', String(listed && options.length > 0));
    input.setAttribute('aria-controls', `${id}list`);
    if (listed && chosen) input.setAttribute('aria-activedescendant', optionId(active));
    else input.removeAttribute('aria-activedescendant');
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  });

  const online = useStore($online);
  if (!open) return null;
  const close = (picked?: Pick<Suggestion, 'group' | 'id'>): void => {
    if (picked) {
      leaveForAnother();
      void remember(picked);
    }
    dispatch({ type: 'closed' });
  };
  return (
    <>
      {/* Beside the panel: WebKit does not paint what is fixed inside a part that scrolls once that part has a layer of its own. */}
      <button type="button" className="search-close" aria-label={t('search.box_close')} onClick={() => dispatch({ type: 'closed' })}>
        ‹
      </button>
      <div
        className="search-panel"
        ref={panel}
        onClickCapture={({ target }) => {
          const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a:not(.search-map)') : null;
          if (link) completeLink(link, form);
        }}
      >
        {isEmpty && (
          <p role="alert" className="search-empty">
            {t('search.box_empty')}
          </p>
        )}
        {!online && <output className="search-note">{t('search.box_offline')}</output>}
        {keyword === '' ? (
          <Start t={t} {...start} onPick={close} />
        ) : (
          <Results
            t={t}
            state={state}
            options={options}
            listId={`${id}list`}
            optionId={optionId}
            dispatch={dispatch}
            onPick={close}
            onMore={loadMore}
            onTerm={(term) => {
              retype(input, term);
              dispatch({ type: 'typed', keyword: term });
            }}
          />
        )}
        {mapPath && (
          <a className="search-map" href={mapPath} onClick={leaveForAnother}>
            {t('search.box_map')}
          </a>
        )}
      </div>
    </>
  );
}
