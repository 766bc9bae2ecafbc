/** The facts a house's pictures are drawn from. */

export type HouseType = 'apartment' | 'house' | 'homestay';
export type Climate = 'temperate' | 'tropical' | 'mediterranean' | 'northern' | 'east-asian';
/** `evening` is the street at the blue hour; `row` is the house among its neighbours, wider than the others. */
export type Shot =
  | 'street'
  | 'corner'
  | 'courtyard'
  | 'evening'
  | 'lounge'
  | 'room'
  | 'row'
  | 'row-evening'
  | 'corner-evening'
  | 'courtyard-evening'
  | 'lounge-evening'
  | 'room-evening';

export interface Facade {
  /** The house's own number: pictures of one house share it. */
  readonly seed: number;
  /** Floors above ground, 1 to 40. */
  readonly storeys: number;
  readonly houseType: HouseType;
  /** Calendar year of completion. */
  readonly yearBuilt: number;
  readonly climate: Climate;
  readonly shot: Shot;
}

/** Pixels of height of a picture 1600 pixels wide. */
export const heightOf = (shot: Shot): number => (shot === 'row' || shot === 'row-evening' ? 800 : 1200);
