/** A wall to be drawn. */
import type { Building } from './building.ts';
import type { Light } from './light.ts';

export interface Wall {
  readonly building: Building;
  readonly light: Light;
  /** Pixels per metre. */
  readonly metre: number;
  /** Prefix of the ids this wall defines. */
  readonly id: string;
  /** A side wall has plain windows at street level too and no door. */
  readonly side: boolean;
}
