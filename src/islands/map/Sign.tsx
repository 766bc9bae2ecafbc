/** Signs of the map's buttons, drawn: fonts differ in how large they make them, and a page may use two. */
import type { ReactElement } from 'react';

const paths = { plus: 'M4 10h12M10 4v12', minus: 'M4 10h12', cross: 'M5 5l10 10M15 5L5 15' } as const;

export function Sign({ of }: { readonly of: keyof typeof paths }): ReactElement {
  return (
    <svg className="map-sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={paths[of]} />
    </svg>
  );
}
