/** The facts a house's pictures are drawn from. */

export type HouseType = 'apartment' | 'house' | 'homestay';
export type Climate = 'temperate' | 'tropical' | 'mediterranean' | 'northern' | 'east-asian';
export type Shot = 'street' | 'corner' | 'courtyard' | 'evening' | 'lounge' | 'room';

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
