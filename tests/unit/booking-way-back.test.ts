/** Who has to give an address before they book comes back to what they had written. */
import { expect, test } from 'vitest';
import { bookForm, bookingValues } from '#lib/features/orders/application-forms.schema.ts';
import { bookingPath, orderPages } from '#lib/features/orders/order-pages.rules.ts';
import { createPaths } from '#lib/paths.ts';
import { routeOf } from '#lib/routes.ts';

const paths = createPaths('en-us', false);

test('every value of the booking’s form has a name in its address, which the page reads', () => {
  expect(Object.keys(bookingValues).sort()).toEqual(bookForm.fields.map(({ name }) => name).sort());
  const { query } = routeOf('book_rent');
  for (const parameter of Object.values(bookingValues)) expect(query, parameter).toContain(parameter);
});

test('a booking without an address leads to giving one, and from there back with the days that were typed', () => {
  const values = { house_id: '12', unit_id: '34', tenancy_id: '56', move_in: '2027-09-01', move_out: '2028-06-30', plan: 'instalments', coupon: '' };
  const address = orderPages['book-rent'].leadsOn?.['email-needed']?.(paths, values) ?? '';
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  expect(pathname).toBe(paths.to('account_contact'));
  expect(searchParams.get('redirect')).toBe(bookingPath(paths, values));
  expect(Object.fromEntries(new URL(bookingPath(paths, values), 'http://localhost').searchParams)).toEqual({
    houseId: '12',
    unitId: '34',
    tenancyId: '56',
    move_in: '2027-09-01',
    move_out: '2028-06-30',
    plan: 'instalments',
  });
});
