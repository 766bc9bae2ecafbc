/** Signs of the map's buttons, drawn: fonts differ in how large they make them, and a page may use two. */
import type { ReactElement } from 'react';

const paths = {
  plus: 'M4 10h12M10 4v12',
  minus: 'M4 10h12',
  cross: 'M5 5l10 10M15 5L5 15',
  heart: 'M10 16.7C5.8 13.3 3.3 10.8 3.3 7.9a3.3 3.3 0 0 1 6.7-1.2a3.3 3.3 0 0 1 6.7 1.2c0 2.9-2.5 5.4-6.7 8.8',
} as const;

export function Sign({ of }: { readonly of: keyof typeof paths }): ReactElement {
  return (
    <svg className="map-sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={paths[of]} />
    </svg>
  );
}
