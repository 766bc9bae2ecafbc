/** Where a map is or will be: the drawing until then, the way to start it and to start it again, and its zoom. */
import { Fragment } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { MapWords } from '#lib/features/map/map-words.rules.ts';
import { Sign } from './Sign.tsx';
import type { UsedSurface } from './use-surface.ts';

type MapFrameProps = {
  readonly words: Pick<MapWords, 'credit' | 'show' | 'loading' | 'failed' | 'again' | 'zoomIn' | 'zoomOut'>;
  readonly used: UsedSurface;
  readonly wanted: boolean;
  readonly onShow: () => void;
  /** The media in which it opens without being asked to. */
  readonly openWhen?: string;
  /** Stands where the map will be. */
  readonly drawing: ReactNode;
  /** What lies over the map. */
  readonly children?: ReactNode;
};

export function MapFrame({ words, used, wanted, onShow, openWhen, drawing, children }: MapFrameProps): ReactElement {
  const { container, surface, state, again } = used;
  return (
    <div className="explorer-map">
      {state !== 'ready' && drawing}
      {!wanted && (
        <button type="button" className="button explorer-show" data-open-when={openWhen} onClick={onShow}>
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
      {surface && (
        <div className="map-zoom">
          <button type="button" aria-label={words.zoomIn} onClick={() => surface.zoomBy(1)}>
            <Sign of="plus" />
          </button>
          <button type="button" aria-label={words.zoomOut} onClick={() => surface.zoomBy(-1)}>
            <Sign of="minus" />
          </button>
        </div>
      )}
      {surface?.streets?.isOurs && (
        <p className="map-credit">
          {(surface.streets.credit ?? [{ text: words.credit, href: 'https://www.openstreetmap.org/copyright' }]).map(({ text, href }, at) => (
            <Fragment key={text}>
              {at > 0 && ' '}
              {href === undefined ? (
                text
              ) : (
                <a href={href} target="_blank" rel="noreferrer">
                  {text}
                </a>
              )}
            </Fragment>
          ))}
        </p>
      )}
      {children}
    </div>
  );
}
