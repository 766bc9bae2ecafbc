/** The brand's colours as the pictures use them, and the two colours that stand in for a picture while it loads. */
import { readBuilding } from './building.ts';
import { mix } from './colour.ts';
import type { Facade } from './facade-facts.ts';
import { readDecor } from './interior.ts';
import { daylight, nightfall } from './light.ts';
import { seededRandom } from '../random.ts';

/** Same values as the tokens of the light theme. */
export const brand = {
  paper: '#FBF9F5',
  surface: '#FFFFFF',
  ink: '#1D2433',
  mutedInk: '#5B6475',
  hairline: '#E6E1D8',
  harbour: '#0F5C6E',
  persimmon: '#C8421F',
  amber: '#B7791F',
  leaf: '#2F7D4F',
} as const;

/**
 * Upper and lower colour of a façade's placeholder (a CSS gradient from `sky` to `wall`), as `#RRGGBB`.
 * @example facadeColours({ seed: 7, storeys: 3, houseType: 'house', yearBuilt: 1890, climate: 'temperate', shot: 'street' }) // { sky: '#E8E9E4', wall: '#A3553F' }
 */
export function facadeColours(facade: Facade): { readonly sky: string; readonly wall: string } {
  const building = readBuilding(facade);
  const evening = facade.shot.endsWith('evening');
  if (/^(?:lounge|room)/.test(facade.shot)) {
    const decor = readDecor(building);
    const seen = (colour: string): string => (evening ? mix(colour, '#22283C', 0.62) : colour);
    return { sky: seen(decor.wall), wall: seen(decor.floor) };
  }
  const random = seededRandom(`${facade.seed}/${facade.shot}`);
  const light = evening ? nightfall(facade.climate, random) : daylight(facade.climate, random);
  return { sky: mix(light.skyTop, light.skyLow, 0.4), wall: light.paint(building.wall) };
}
