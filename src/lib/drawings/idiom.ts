/** A way of building: a short list of what belongs together, so that a Victorian terrace never gets a glass wall. */
import type { Choices } from '../random.ts';

export type Cladding = 'brick' | 'stucco' | 'panel' | 'boards' | 'upright-boards' | 'tile' | 'stone' | 'glass';
export type WindowKind =
  | 'sash'
  | 'casement'
  | 'shuttered'
  | 'french'
  | 'ribbon'
  | 'square'
  | 'tall'
  | 'slider'
  | 'jalousie'
  | 'curtain-wall'
  | 'lattice'
  | 'slot';
export type Roof = 'parapet' | 'cornice' | 'gable' | 'pitched' | 'hip' | 'mansard' | 'overhang' | 'clay' | 'stepped' | 'set-back' | 'plant' | 'kawara';
export type Balcony = 'none' | 'iron' | 'gallery' | 'box' | 'loggia' | 'panelled' | 'fins';
export type GroundFloor = 'door' | 'shops' | 'lobby' | 'porch' | 'arcade' | 'bay-window';

export interface Idiom {
  /** Wall and trim that go together. */
  readonly walls: Choices<readonly [wall: string, trim: string]>;
  readonly accents: Choices<string>;
  readonly roofColours: Choices<string>;
  readonly frames: Choices<string>;
  readonly claddings: Choices<Cladding>;
  readonly windows: Choices<WindowKind>;
  readonly roofs: Choices<Roof>;
  readonly balconies: Choices<Balcony>;
  readonly groundFloors: Choices<GroundFloor>;
  /** Metres, floor to floor. */
  readonly storeyHeight: number;
  /** Metres, narrowest and widest. */
  readonly bayWidth: readonly [number, number];
  readonly bays: readonly [number, number];
  readonly attached: boolean;
}
