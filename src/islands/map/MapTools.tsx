/** What lies over the map: layers, walking rings, and the search within an area. */
import { memo, useId } from 'react';
import type { ReactElement } from 'react';
import type { MapWords } from '#lib/features/map/map-words.rules.ts';

export type MapSchool = { readonly id: number; readonly name: string };
export type MapToolsProps = {
  readonly words: MapWords;
  readonly schools: readonly MapSchool[];
  readonly school: number | undefined;
  readonly layers: { readonly school: boolean; readonly station: boolean };
  readonly drawing: boolean;
  readonly hasArea: boolean;
  /** Whether the view shows streets. */
  readonly hasStreets: boolean;
  readonly onLayer: (layer: 'school' | 'station', shown: boolean) => void;
  readonly onSchool: (id: number | undefined) => void;
  readonly onDraw: (drawing: boolean) => void;
  readonly onHere: () => void;
  readonly onWhole: () => void;
};

function Tools(props: MapToolsProps): ReactElement {
  const { words, schools, school, layers, drawing, hasArea } = props;
  const id = useId();
  return (
    <div className="map-tools">
      {drawing ? (
        <>
          <output className="map-hint">{words.drawHint}</output>
          <button type="button" onClick={() => props.onDraw(false)}>
            {words.cancel}
          </button>
        </>
      ) : hasArea ? (
        <button type="button" data-on="" onClick={props.onWhole}>
          {words.wholeMap}
        </button>
      ) : (
        <>
          <button type="button" onClick={() => props.onDraw(true)}>
            {words.draw}
          </button>
          <button type="button" onClick={props.onHere}>
            {words.here}
          </button>
        </>
      )}
      {!drawing && (
        <details className="map-layers">
          <summary>{words.layers}</summary>
          <div>
            <label>
              <input type="checkbox" checked={layers.school} onChange={(event) => props.onLayer('school', event.target.checked)} />
              {words.schools}
            </label>
            <label>
              <input type="checkbox" checked={layers.station} onChange={(event) => props.onLayer('station', event.target.checked)} />
              {words.stations}
            </label>
            {schools.length > 0 && (
              <>
                <label htmlFor={`${id}rings`}>{words.rings}</label>
                <select
                  id={`${id}rings`}
                  value={school ?? ''}
                  onChange={(event) => props.onSchool(event.target.value === '' ? undefined : Number(event.target.value))}
                >
                  <option value="">{words.ringsNone}</option>
                  {schools.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </select>
              </>
            )}
            <p className="small muted">{props.hasStreets ? words.streets : words.schematic}</p>
          </div>
        </details>
      )}
    </div>
  );
}

/** All schools of a city are choices here: drawn again only when something in it is another. */
export const MapTools = memo(Tools);
