/** An id as a query gives it. */
import * as z from 'zod/mini';

export const idInput = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
