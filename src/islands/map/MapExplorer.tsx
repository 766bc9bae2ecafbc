/**
 * The map page: the list of homes and, when somebody wants it, the map beside it. The list is complete without script
 * and without map; with the map it holds the homes in view.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { api } from '#islands/shared/api.ts';
import { boxesMeet, boxOfView, fewerCorners } from '#lib/features/map/map-area.rules.ts';
import type { mapCardContract, MapCard } from '#lib/features/map/map.contract.ts';
import type { MapBox, MapPlaceKind, Position } from '#lib/features/map/map.schema.ts';
import { mapWires } from '#lib/features/map/map.wires.ts';
import { DrawOverlay } from './DrawOverlay.tsx';
import { HomeRow } from './HomeRow.tsx';
import { linesOf, markersOf } from './explorer.rules.ts';
import { MapTools } from './MapTools.tsx';
import { Pager } from './Pager.tsx';
import { keptView, keepView, wakeNext } from './kept-view.ts';
import type { SurfaceView } from './surface.ts';
import { useMapLists } from './use-map-lists.ts';
import { useMapPlaces } from './use-map-places.ts';
import { useSurface } from './use-surface.ts';
import type { MapWords } from './words.ts';

export type MapExplorerProps = {
  readonly words: MapWords;
  readonly names: Readonly<Record<string, string | number | undefined>>;
  readonly code: string;
  readonly start: MapBox;
  readonly cards: readonly MapCard[];
  readonly summary: string;
  readonly schools: readonly { readonly id: number; readonly name: string; readonly at: readonly Position[] }[];
  readonly chosenSchool?: number | undefined;
  readonly token?: string | undefined;
  /** The drawing that stands where the map will be. */
  readonly children?: ReactNode;
  /** Links to the other pages of the list. */
  readonly pagination?: ReactNode;
};

const mostCorners = 80;

export function MapExplorer(props: MapExplorerProps): ReactElement {
  const { words, code, start, schools, token } = props;
  const [wanted, setWanted] = useState(false);
  const [side, setSide] = useState<'map' | 'list'>('list');
  const [view, setView] = useState<SurfaceView>();
  const [page, setPage] = useState(1);
  const [area, setArea] = useState<readonly Position[]>();
  const [drawing, setDrawing] = useState(false);
  const [layers, setLayers] = useState({ school: true, station: true });
  const [school, setSchool] = useState(props.chosenSchool);
  const [lit, setLit] = useState<number>();
  const [chosen, setChosen] = useState<MapCard>();
  const list = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  // Who has moved far away from the place of the page looks at what is there.
  const isAway = view !== undefined && !boxesMeet(boxOfView(view.box), start);
  const names = useMemo(() => (isAway ? { category: props.names['category'] } : props.names), [isAway, props.names]);

  const kinds = useMemo(
    (): readonly MapPlaceKind[] => [
      'neighbourhood',
      'landmark',
      'city',
      ...(layers.school ? (['school'] as const) : []),
      ...(layers.station ? (['station'] as const) : []),
    ],
    [layers],
  );
  const { container, surface, state, again } = useSurface(wanted, { start: keptView()?.box ?? start, title: words.title, token, kinds });
  const { lists, state: listState, again: askAgain } = useMapLists({ view: surface && view, area, page, names, code });
  useMapPlaces(surface, lists?.city_ids ?? []);
  const cards = lists?.items ?? props.cards;

  // Filters change the page around the map: the map that stood here goes on in the new one.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (keptView()) setWanted(true);
    });
    const replaced = (): void => {
      if (!list.current?.isConnected) setWanted(false);
    };
    addEventListener('loftling:list', replaced);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('loftling:list', replaced);
    };
  }, []);
  useEffect(() => (surface ? wakeNext() : undefined), [surface]);

  useEffect(() => {
    surface?.onMove((next) => {
      keepView(next);
      setView(next);
      setPage(1);
    });
    surface?.onPlace(({ id }) => setSchool(id));
  }, [surface]);
  useEffect(() => surface?.showKinds(kinds), [surface, kinds]);
  useEffect(() => surface?.setLines(linesOf(area, schools.find(({ id }) => id === school)?.at, words)), [surface, area, school, schools, words]);
  useEffect(() => surface?.light([...(lit === undefined ? [] : [`h${lit}`]), ...(chosen ? [`h${chosen.house_id}`] : [])]), [surface, lit, chosen]);

  useEffect(() => {
    if (!surface || !lists) return;
    const choose = async (id: number): Promise<void> => {
      const known = lists.items.find((card) => card.house_id === id);
      setLit(id);
      setChosen(known ?? (await api().call<typeof mapCardContract>(mapWires.card, { ...names, house_id: id } as object)));
    };
    surface.setMarkers(
      markersOf(lists, words, {
        home: (id) => void choose(id).catch(() => undefined),
        cluster: (at) => surface.zoomTo(at, 2),
        hover: (id, over) => setLit(over ? id : undefined),
      }),
    );
  }, [surface, lists, words, names]);

  // A row that is pointed at, or has the focus, lights its marker.
  useEffect(() => {
    const element = rows.current;
    const light = ({ target }: Event): void => {
      const home = target instanceof Element ? target.closest<HTMLElement>('[data-home]')?.dataset['home'] : undefined;
      setLit(home === undefined ? undefined : Number(home));
    };
    const dim = (): void => setLit(undefined);
    for (const sign of ['pointerover', 'focusin']) element?.addEventListener(sign, light);
    for (const sign of ['pointerleave', 'focusout']) element?.addEventListener(sign, dim);
    return () => {
      for (const sign of ['pointerover', 'focusin']) element?.removeEventListener(sign, light);
      for (const sign of ['pointerleave', 'focusout']) element?.removeEventListener(sign, dim);
    };
  }, []);

  useEffect(() => {
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setChosen(undefined);
      setDrawing(false);
    };
    addEventListener('keydown', escape);
    return () => removeEventListener('keydown', escape);
  }, []);

  function show(): void {
    setWanted(true);
    setSide('map');
  }

  const here = (box: MapBox): readonly Position[] => [
    [box.west, box.north],
    [box.east, box.north],
    [box.east, box.south],
    [box.west, box.south],
    [box.west, box.north],
  ];

  return (
    <div className="explorer" data-side={side} data-map={state} ref={list}>
      <div className="explorer-side">
        {wanted && (
          <div className="explorer-switch">
            <button type="button" aria-pressed={side === 'map'} onClick={() => setSide('map')}>
              {words.viewMap}
            </button>
            <button type="button" aria-pressed={side === 'list'} onClick={() => setSide('list')}>
              {words.viewList}
            </button>
          </div>
        )}
        <div className="explorer-map">
          {state !== 'ready' && props.children}
          {!wanted && (
            <button type="button" className="button explorer-show" onClick={show}>
              {words.show}
            </button>
          )}
          {state === 'loading' && <output className="explorer-note">{words.loading}</output>}
          {state === 'failed' && (
            <p className="explorer-note" role="alert">
              {words.failed}{' '}
              <button type="button" onClick={again}>
                {words.again}
              </button>
            </p>
          )}
          {wanted && <div className="explorer-canvas" ref={container} data-hidden={state === 'ready' ? undefined : ''} />}
          {surface && drawing && (
            <DrawOverlay
              onDrawn={(line) => {
                setDrawing(false);
                const corners = fewerCorners(line, mostCorners).map(([x, y]) => surface.positionAt(x, y));
                const [first] = corners;
                if (corners.length < 3 || !first) return;
                setArea([...corners, first]);
                setPage(1);
              }}
            />
          )}
          {surface && (
            <MapTools
              words={words}
              schools={schools}
              school={school}
              layers={layers}
              drawing={drawing}
              hasArea={area !== undefined}
              onZoom={surface.zoomBy}
              onLayer={(layer, shown) => setLayers({ ...layers, [layer]: shown })}
              onSchool={setSchool}
              onDraw={setDrawing}
              onHere={() => {
                if (view) setArea(here(view.box));
                setPage(1);
              }}
              onWhole={() => {
                setArea(undefined);
                setPage(1);
              }}
            />
          )}
          {surface && chosen && (
            <div className="explorer-chosen">
              <HomeRow card={chosen} eager />
              <button type="button" aria-label={words.close} onClick={() => setChosen(undefined)}>
                ×
              </button>
            </div>
          )}
        </div>
      </div>
      <section className="explorer-list" aria-label={words.viewList} aria-busy={listState === 'loading' ? true : undefined}>
        <h2 className="visually-hidden">{words.viewList}</h2>
        <output className="explorer-summary">
          {listState === 'failed' ? words.failed : (lists?.summary ?? props.summary)}
          {listState === 'failed' && (
            <button type="button" onClick={askAgain}>
              {words.again}
            </button>
          )}
        </output>
        {lists?.items.length === 0 && <p className="muted">{words.none}</p>}
        <ul ref={rows}>
          {cards.map((card, index) => (
            <li key={card.house_id}>
              <HomeRow card={card} lit={lit === card.house_id} eager={index < 3} />
            </li>
          ))}
        </ul>
        {lists ? <Pager words={words} paginate={lists.paginate} onPage={setPage} /> : props.pagination}
      </section>
    </div>
  );
}
