/**
 * The map page: the list of homes and, when somebody wants it, the map beside it. The list is complete without script
 * and without map; with the map it holds the homes in view. Beside a list's page it is the map alone, in step with the cards of
 * that page, until somebody searches a part of the map: then its homes stand in their place.
 */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { boxesMeet } from '#lib/geo/boxes.ts';
import { boxOfView, fewerCorners, withinWorld } from '#lib/features/map/map-area.rules.ts';
import type { MapWords } from '#lib/features/map/map-words.rules.ts';
import type { MapCard } from '#lib/features/map/map.contract.ts';
import type { MapBox, MapPlaceKind, Position } from '#lib/features/map/map.schema.ts';
import { DrawOverlay } from './DrawOverlay.tsx';
import { HouseRow } from './HouseRow.tsx';
import { ListedHomes } from './ListedHomes.tsx';
import { cornersOf, hasStreets, linesOf, markersOf, spotsOf } from './explorer.rules.ts';
import { MapCarousel } from './MapCarousel.tsx';
import { MapFrame } from './MapFrame.tsx';
import { MapTools } from './MapTools.tsx';
import { Sign } from './Sign.tsx';
import type { SurfaceView } from './surface.ts';
import { useChosen } from './use-chosen.ts';
import { useHearts } from './use-hearts.ts';
import { useLit } from './use-lit.ts';
import { readMapAddress, useMapAddress } from './use-map-address.ts';
import { useMapLists } from './use-map-lists.ts';
import { useMapPlaces } from './use-map-places.ts';
import { useMedia } from './use-media.ts';
import { showCard, usePageCards } from './use-page-cards.ts';
import { useSurface } from './use-surface.ts';

export type MapExplorerProps = {
  readonly words: MapWords;
  readonly names: Readonly<Record<string, string | number | undefined>>;
  readonly code: string;
  readonly start: MapBox;
  readonly summary: string;
  /** The lease that the rents of the page are of. */
  readonly intake?: string | undefined;
  /** What the button of the page's filters is called, where it has any. */
  readonly filters?: string | undefined;
  /** The page of the list beside which the map stands; undefined where the list is the map's own. */
  readonly beside?: number | undefined;
  readonly schools: readonly { readonly id: number; readonly name: string; readonly at: readonly Position[] }[];
  readonly chosenSchool?: number | undefined;
  readonly token?: string | undefined;
  /** The drawing that stands where the map will be. */
  readonly children?: ReactNode;
  /** The homes of the page with the links to its other pages, until the map has homes of its own. */
  readonly homes?: ReactNode;
};

const mostCorners = 80;
/** Where map and list stand side by side, and where they take turns, as map-widths.css has it. */
const wide = '(min-width: 960px)';
const narrow = '(max-width: 959.98px)';

export function MapExplorer(props: MapExplorerProps): ReactElement {
  const { words, code, start, schools, token } = props;
  const [wanted, setWanted] = useState(false);
  const [side, setSide] = useState<'map' | 'list'>('list');
  const [view, setView] = useState<SurfaceView>();
  // Another filter's list begins with its first page.
  const [turned, turnTo] = useState({ code, page: 1 });
  const [area, setArea] = useState<readonly Position[]>();
  const isBeside = props.beside !== undefined;
  const hasRows = !isBeside || area !== undefined;
  const page = !hasRows && props.beside !== undefined ? props.beside : turned.code === code ? turned.page : 1;
  const [drawing, setDrawing] = useState(false);
  const [layers, setLayers] = useState({ school: true, station: true });
  const [school, setSchool] = useState(props.chosenSchool);
  /** Homes whose cards were looked at on this map. */
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const top = useRef<HTMLDivElement>(null);
  const looksAt = useRef<SurfaceView>(undefined);
  const { lit, light, rows } = useLit(isBeside);
  // Who has moved far away from the place of the page looks at what is there.
  const isAway = view !== undefined && !boxesMeet(boxOfView(view.box), start);
  const names = useMemo(
    () => (isAway ? { category: props.names['category'], supplier_id: props.names['supplier_id'], currency: props.names['currency'] } : props.names),
    [isAway, props.names],
  );
  const { chosen, choose, close } = useChosen({ names, code });

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
  const used = useSurface(wanted, { start, spot: () => readMapAddress().spot, title: words.title, token, kinds });
  const { surface, state } = used;
  const { lists, state: listState, again: askAgain } = useMapLists({ view: surface && view, area, page, names, code });
  useMapPlaces(surface, lists?.city_ids ?? []);
  useMapAddress(surface && view, area);
  usePageCards(isBeside, lit, chosen?.house_id);
  // Markers first: the homes beside them come in pieces that leave room for what somebody does meanwhile.
  const listed = useDeferredValue(lists);
  const isPhone = useMedia(narrow);
  const isBehind = isPhone && side === 'map';
  const isListing = listState === 'loading' || (listed !== lists && !isBehind);

  useHearts(chosen && String(chosen.house_id));

  useEffect(() => {
    surface?.onMove((next) => {
      looksAt.current = next;
      setView(next);
      turnTo((last) => ({ ...last, page: 1 }));
    });
    surface?.onPlace(({ id }) => setSchool(id));
  }, [surface]);
  useEffect(() => surface?.showKinds(kinds), [surface, kinds]);
  useEffect(() => surface?.setLines(linesOf(area, schools.find(({ id }) => id === school)?.at, words)), [surface, area, school, schools, words]);
  useEffect(() => surface?.light(lit === undefined ? undefined : `h${lit}`, chosen && `h${chosen.house_id}`), [surface, lit, chosen]);
  if (chosen && !seen.has(chosen.house_id)) setSeen(new Set([...seen, chosen.house_id]));

  useEffect(() => {
    if (!surface || !lists) return;
    const markers = markersOf(
      lists,
      words,
      {
        home(id) {
          // A finger points at nothing; what it pressed is chosen.
          if (!isPhone) light(id);
          choose(id, lists.items);
          if (isBeside) showCard(id);
        },
        cluster: (at) => surface.zoomTo(at, 2),
        hover: (id, over) => light(over ? id : undefined),
      },
      seen,
    );
    surface.setMarkers([...markers, ...spotsOf(lists, [lit, chosen?.house_id])]);
  }, [surface, lists, words, lit, chosen, seen, choose, light, isBeside, isPhone]);

  // A home beyond the list's page stands before it.
  const cards = useMemo(
    () => (!lists ? [] : chosen && !lists.items.some(({ house_id }) => house_id === chosen.house_id) ? [chosen, ...lists.items] : lists.items),
    [lists, chosen],
  );
  const settle = useCallback(
    (card: MapCard, covered: number) => {
      light(undefined);
      choose(card.house_id, [card]);
      surface?.reveal([card.posy, card.posx], covered);
    },
    [surface, choose, light],
  );

  // On a phone the map fills the screen, once its top is at the top.
  useEffect(() => {
    if (side === 'map' && matchMedia(narrow).matches) top.current?.scrollIntoView({ block: 'start' });
  }, [side]);

  useEffect(() => {
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      close();
      setDrawing(false);
    };
    addEventListener('keydown', escape);
    return () => removeEventListener('keydown', escape);
  }, [close]);

  const turn = useCallback((next: number) => turnTo({ code, page: next }), [code]);

  function show(): void {
    setArea(readMapAddress().area);
    setWanted(true);
    setSide('map');
  }

  function backToHomes(): void {
    setArea(undefined);
    turnTo({ code, page: 1 });
    surface?.fitBounds(start);
  }

  const searchIn = useCallback(
    (corners: readonly Position[]): void => {
      const inside = withinWorld(corners);
      const [first] = inside;
      if (inside.length < 3 || !first) return;
      setArea([...inside, first]);
      turnTo({ code, page: 1 });
    },
    [code],
  );
  // What the tools do stays the same while the map moves, so that they are not drawn again for it.
  const onLayer = useCallback((layer: 'school' | 'station', shown: boolean) => setLayers((last) => ({ ...last, [layer]: shown })), []);
  const onHere = useCallback(() => looksAt.current && searchIn(cornersOf(looksAt.current.box)), [searchIn]);
  const onWhole = useCallback(() => {
    setArea(undefined);
    turnTo({ code, page: 1 });
  }, [code]);

  return (
    <div
      className="explorer"
      data-side={side}
      data-map={state}
      data-carry={surface ? '' : undefined}
      data-searched={isBeside && hasRows ? '' : undefined}
      ref={top}
    >
      <div className="explorer-side">
        {wanted && (
          <div className="explorer-switch">
            <button type="button" aria-pressed={side === 'map'} onClick={() => setSide('map')}>
              {words.viewMap}
            </button>
            <button type="button" aria-pressed={side === 'list'} onClick={() => setSide('list')}>
              {words.viewList}
            </button>
            {props.filters !== undefined && (
              <button type="button" popoverTarget="filters">
                {props.filters}
              </button>
            )}
          </div>
        )}
        <MapFrame words={words} used={used} wanted={wanted} onShow={show} openWhen={wide} drawing={props.children}>
          {surface && drawing && (
            <DrawOverlay
              onDrawn={(line) => {
                setDrawing(false);
                searchIn(fewerCorners(line, mostCorners).map(([x, y]) => surface.positionAt(x, y)));
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
              hasStreets={hasStreets(surface, view)}
              onLayer={onLayer}
              onSchool={setSchool}
              onDraw={setDrawing}
              onHere={onHere}
              onWhole={onWhole}
            />
          )}
          {surface && lists?.paginate.total === 0 && (
            <button type="button" className="button explorer-back" onClick={backToHomes}>
              {words.back}
            </button>
          )}
          {surface && isBehind && cards.length > 0 && <MapCarousel cards={cards} label={words.viewList} chosen={chosen?.house_id} onSettle={settle} />}
          {surface && chosen && !isPhone && (
            <div className="explorer-chosen">
              <HouseRow card={chosen} words={words} eager />
              <button type="button" aria-label={words.close} onClick={close}>
                <Sign of="cross" />
              </button>
            </div>
          )}
        </MapFrame>
      </div>
      {hasRows && (
        <section className="explorer-list" aria-label={words.viewList} aria-busy={isListing ? true : undefined}>
          <h2 className="visually-hidden">{words.viewList}</h2>
          <output className="explorer-summary">
            {listState === 'failed' ? words.listFailed : (lists?.summary ?? props.summary)}
            {listState === 'failed' && (
              <button type="button" onClick={askAgain}>
                {words.again}
              </button>
            )}
          </output>
          {(lists ? lists.intake : props.intake) && <p className="explorer-intake">{lists ? lists.intake : props.intake}</p>}
          <div ref={rows}>{listed ? <ListedHomes lists={listed} words={words} lit={lit} isBehind={isBehind} onPage={turn} /> : props.homes}</div>
        </section>
      )}
    </div>
  );
}
