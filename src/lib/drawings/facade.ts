/** A house's pictures, drawn from its facts because no photograph was uploaded. */
import { drawCorner } from './corner.ts';
import { drawCourtyard } from './courtyard.ts';
import { heightOf } from './facade-facts.ts';
import type { Facade } from './facade-facts.ts';
import { drawLounge } from './lounge.ts';
import { drawRoom } from './room.ts';
import { drawStreetRow } from './street-row.ts';
import { drawStreetView } from './street-view.ts';
import { picture } from './svg.ts';

export type { Facade } from './facade-facts.ts';

function body(facade: Facade): string {
  switch (facade.shot) {
    case 'street':
      return drawStreetView(facade, false);
    case 'evening':
      return drawStreetView(facade, true);
    case 'row':
      return drawStreetRow(facade, false);
    case 'row-evening':
      return drawStreetRow(facade, true);
    case 'corner':
      return drawCorner(facade, false);
    case 'corner-evening':
      return drawCorner(facade, true);
    case 'courtyard':
      return drawCourtyard(facade, false);
    case 'courtyard-evening':
      return drawCourtyard(facade, true);
    case 'lounge':
      return drawLounge(facade, false);
    case 'lounge-evening':
      return drawLounge(facade, true);
    case 'room':
      return drawRoom(facade, false);
    case 'room-evening':
      return drawRoom(facade, true);
  }
}

/**
 * One picture of a house as an SVG document of 1600 × 1200 pixels, a row of 1600 × 800. The same facts always give the same text.
 * @example drawFacade({ seed: 7, storeys: 3, houseType: 'house', yearBuilt: 1890, climate: 'temperate', shot: 'street' }).startsWith('<svg') // true
 */
export function drawFacade(facade: Facade): string {
  return picture(1600, heightOf(facade.shot), body(facade));
}
