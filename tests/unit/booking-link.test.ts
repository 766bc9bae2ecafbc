/** What a link to a booking asks for (R3.55): all of its eighteen parameters. */
import { describe, expect, test } from 'vitest';
import { isOfPlace, readBookingLink } from '#lib/features/orders/orders.rules.ts';

const school = (id: string) => (id === '7' ? 'University of Leeds' : undefined);
const read = (text: string) => readBookingLink(new URLSearchParams(text), school);

describe('[R3.55] a link to a booking', () => {
  test('names house, unit, lease by either name, and an application to go on with', () => {
    expect(read('houseId=12&unitId=3&tenancyId=9')).toMatchObject({ house: '12', unit: '3', tenancy: '9', told: [] });
    expect(read('houseId=12&hclId=9')).toMatchObject({ tenancy: '9' });
    expect(read('tenancyId=8&hclId=9')).toMatchObject({ tenancy: '8' });
    expect(read('orderCode=1A2B-3C4D')).toMatchObject({ order: '1A2B-3C4D' });
  });

  test('is honoured in the school, the group, the campaign and the place in line that it names', () => {
    expect(read('schoolId=7&isGroup=1&xcode=spring.26&isQueue=true').asked).toEqual({
      school: 'University of Leeds',
      group: '1',
      xcode: 'spring.26',
      queue: '1',
    });
    expect(read('schoolId=7').told).toEqual([]);
    expect(read('isGroup=0&isQueue=0').asked).toEqual({});
  });

  test('is told what of it cannot be had, and keeps nobody from booking', () => {
    const told = {
      'schoolId=8': 'school',
      'promoId=4': 'promo',
      'teamId=4': 'team',
      'groupOrderId=4': 'group-order',
      'isQueue=1': 'queue',
      'createServiceFeeFlag=1': 'service-fee',
      'is_pre_sale=true': 'pre-sale',
    };
    for (const [query, what] of Object.entries(told)) expect([query, read(`houseId=12&${query}`).told]).toEqual([query, [what]]);
    expect(read('createServiceFeeFlag=0&is_pre_sale=0').told).toEqual([]);
  });

  test('says of the place only what the home says of itself: names are not read, another city is told', () => {
    const { rname, cname, ...link } = { ...read('cityId=5&countryId=2&rname=<b>&cname=Paris'), rname: undefined, cname: undefined };
    expect([JSON.stringify(link).includes('Paris'), rname, cname]).toEqual([false, undefined, undefined]);
    expect([isOfPlace(link, 5, 2), isOfPlace(link, 6, 2), isOfPlace(link, 5, 3), isOfPlace(read(''), 6, 3), isOfPlace(read('cityId=x'), 6, 3)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  test('with anything else in it is as one that says nothing', () => {
    const wrong = read('houseId=-1&unitId=0&tenancyId=1e9&xcode=%3Cscript%3E&promoId=x');
    expect([wrong.house, wrong.unit, wrong.tenancy, wrong.asked]).toEqual(['', '', '', {}]);
    expect(read(`houseId=${'9'.repeat(40)}`).house).toBe('');
  });
});
