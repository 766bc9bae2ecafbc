/** The map of one home: what is around it, and the way to a school. The drawing it covers, and the tables below, say the same. */
import { useEffect, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { api } from '#islands/browser/api.ts';
import { formatDistance, formatMinutes } from '#lib/geo/distance-words.ts';
import { fill } from '#islands/browser/fill.ts';
import type { HouseMapView } from '#lib/features/map/house-map-view.rules.ts';
import type { directionsContract } from '#lib/features/map/map.contract.ts';
import type { MapPlaceKind, Position } from '#lib/features/map/map.schema.ts';
import { mapWires } from '#lib/features/map/map.wire.ts';
import { MapFrame } from './MapFrame.tsx';
import { circle, walkMetres } from './rings.rules.ts';
import type { SurfaceLine } from './surface.ts';
import { useSurface } from './use-surface.ts';

export type HouseMapProps = HouseMapView & { readonly token?: string | undefined; readonly children?: ReactNode };

type Travel = 'walking' | 'cycling' | 'driving';
const travels: readonly Travel[] = ['walking', 'cycling', 'driving'];
/** Names of the services that find ways. */
const services = { mapbox: 'Mapbox', osrm: 'OSRM', valhalla: 'Valhalla' } as const;
type Way = {
  readonly of: string;
  readonly line: readonly Position[];
  readonly distance: number;
  readonly duration: number;
  readonly source: 'estimate' | keyof typeof services;
};

const shownKinds: readonly MapPlaceKind[] = ['school', 'station', 'landmark', 'neighbourhood'];

export function HouseMap(props: HouseMapProps): ReactElement {
  const { words, intl, home, start, places, schools, token } = props;
  const [wanted, setWanted] = useState(false);
  const [school, setSchool] = useState(props.chosenSchool);
  const [travel, setTravel] = useState<Travel>('walking');
  const [found, setFound] = useState<Way | { readonly of: string; readonly line?: undefined }>();
  const used = useSurface(wanted, { start, title: words.title, token, kinds: shownKinds });
  const { surface, state } = used;
  const target = schools.find(({ id }) => id === school);
  const asked = `${school ?? ''} ${travel}`;
  // What was found for another school or another way of going is not shown for this one.
  const way = found?.of === asked ? found : undefined;

  useEffect(() => {
    if (!surface) return;
    surface.setPlaces(places.map(({ id, kind, name, posx, posy }) => ({ id, kind, name, at: [posy, posx] })));
    surface.setMarkers([{ id: 'home', at: home.at, text: '', label: home.name, look: 'here' }]);
    surface.onPlace(({ id }) => setSchool(id));
  }, [surface, places, home]);

  useEffect(() => {
    const rings = ([10, 20, 30] as const).map(
      (minutes): SurfaceLine => ({ id: `ring${minutes}`, look: 'ring', points: circle(home.at, walkMetres(minutes)), text: words[`ring${minutes}`] }),
    );
    surface?.setLines([...rings, ...(way?.line ? [{ id: 'way', look: 'route' as const, points: way.line }] : [])]);
  }, [surface, home, way, words]);

  useEffect(() => {
    if (!surface || !target) return undefined;
    const stop = new AbortController();
    const coordinates = [home.at, target.at].map(([longitude, latitude]) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`).join(';');
    api()
      .call<typeof directionsContract>(mapWires.directions, { type: travel, coordinates }, { signal: stop.signal, clientToastHide: true })
      .then(
        ({ routes, source }) => {
          const [first] = routes;
          if (!first) return setFound({ of: asked });
          const line = first.geometry.coordinates;
          setFound({ of: asked, line, distance: first.distance, duration: first.duration, source });
          const longitudes = line.map(([longitude]) => longitude);
          const latitudes = line.map(([, latitude]) => latitude);
          surface.fitBounds({ west: Math.min(...longitudes), east: Math.max(...longitudes), south: Math.min(...latitudes), north: Math.max(...latitudes) });
        },
        () => {
          if (!stop.signal.aborted) setFound({ of: asked });
        },
      );
    return () => stop.abort();
  }, [surface, target, travel, home, asked]);

  return (
    <div className="house-map" data-map={state}>
      <MapFrame words={words} used={used} wanted={wanted} onShow={() => setWanted(true)} drawing={props.children} />
      {surface && schools.length > 0 && (
        <form className="house-way" onSubmit={(event) => event.preventDefault()}>
          <label>
            <span>{words.to}</span>
            <select value={school ?? ''} onChange={(event) => setSchool(event.target.value === '' ? undefined : Number(event.target.value))}>
              <option value="">{words.choose}</option>
              {schools.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{words.by}</span>
            <select value={travel} onChange={(event) => setTravel(travels.find((one) => one === event.target.value) ?? 'walking')}>
              {travels.map((one) => (
                <option key={one} value={one}>
                  {words[one]}
                </option>
              ))}
            </select>
          </label>
          <output aria-live="polite">
            {way && !way.line && words.noRoute}
            {way?.line && (
              <>
                <strong>
                  {fill(words.route, { time: formatMinutes(Math.max(1, Math.round(way.duration / 60)), intl), distance: formatDistance(way.distance, intl) })}
                </strong>
                <small> {way.source === 'estimate' ? words.estimate : fill(words.routed, { service: services[way.source] })}</small>
              </>
            )}
          </output>
        </form>
      )}
    </div>
  );
}
