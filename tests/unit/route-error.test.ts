import { expect, test } from 'vitest';
import { routeError } from '#lib/api/route-error.ts';

test('[R8.40] whatever a route throws becomes a message and a status, 500 where it names none', () => {
  expect(routeError(new Error('broken'))).toEqual({ message: 'broken', statusCode: 500 });
  expect(routeError(Object.assign(new Error('gone'), { statusCode: 410 }))).toEqual({ message: 'gone', statusCode: 410 });
  expect(routeError({ message: 'busy', status: 503 })).toEqual({ message: 'busy', statusCode: 503 });
  expect(routeError('text')).toEqual({ message: 'text', statusCode: 500 });
  expect([undefined, null, 7, {}, { statusCode: 200, message: '' }, { statusCode: '404' }].map((one) => routeError(one))).toEqual(
    Array.from({ length: 6 }, () => ({ message: 'unknown error', statusCode: 500 })),
  );
});
