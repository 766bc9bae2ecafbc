/** Where something is, as the wire says it: `posx` is the latitude (R3.39). */
import * as z from 'zod/mini';

export const positionFields = {
  posx: z.number().check(z.describe('Latitude, WGS-84')),
  posy: z.number().check(z.describe('Longitude, WGS-84')),
};
