/** Which marker shows what, which lies on top, and which is meant by a press. */
import { describe, expect, test } from 'vitest';
import type { MapLists } from '#lib/features/map/map.contract.ts';
import { mapWords } from '#lib/features/map/map-words.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { markersOf, spotsOf } from '#islands/map/explorer.rules.ts';
import { faceKey, faceOf, fromBelow, markerAt, withRoom } from '#islands/map/marker.rules.ts';
import type { SurfaceMarker } from '#islands/map/surface.ts';

const marker = (id: string, rest: Partial<SurfaceMarker> = {}): SurfaceMarker => ({ id, at: [0, 51], text: '£226', label: id, look: 'home', ...rest });
const box = (id: string, left: number, top: number, width = 58, height = 29) => ({ id, left, top, width, height });

describe('what a marker looks like', () => {
  test('chosen goes before pointed at, that before seen; the focus of the keyboard lights and rings it', () => {
    const home = marker('h1', { isSeen: true });
    const state = (light: Parameters<typeof faceOf>[1]) => faceOf(home, light).state;
    expect([state({}), state({ lit: 'h1' }), state({ lit: 'h1', chosen: 'h1' }), state({ chosen: 'h2' })]).toEqual(['seen', 'lit', 'chosen', 'seen']);
    expect(faceOf(home, { focused: 'h1' })).toMatchObject({ state: 'lit', isFocused: true });
    expect(faceOf(marker('h1'), {}).state).toBe('plain');
  });

  test('homes of one rent share a picture, whatever they are called; anything that shows parts them', () => {
    const key = (one: SurfaceMarker, light = {}) => faceKey(faceOf(one, light));
    expect(key(marker('h1'))).toBe(key(marker('h2')));
    const others = [
      key(marker('h1', { text: '£227' })),
      key(marker('h1', { look: 'cluster' })),
      key(marker('h1', { note: 'from £1' })),
      key(marker('h1'), { lit: 'h1' }),
    ];
    expect(new Set([key(marker('h1')), ...others]).size).toBe(5);
  });

  test('homes lie over clusters, those that are full below those that can be had, and what is chosen over all but the focus', () => {
    const all = [
      marker('home'),
      marker('south', { at: [0, 50] }),
      marker('cluster', { look: 'cluster' }),
      marker('full', { look: 'full' }),
      marker('chosen'),
      marker('lit', { look: 'cluster' }),
      marker('focused', { look: 'full' }),
    ];
    expect(fromBelow(all, { lit: 'lit', chosen: 'chosen', focused: 'focused' }).map(({ id }) => id)).toEqual([
      'cluster',
      'full',
      'home',
      'south',
      'lit',
      'chosen',
      'focused',
    ]);
  });
});

describe('which marker is meant', () => {
  test('the topmost that is drawn at the point', () => {
    expect(markerAt([box('below', 0, 0), box('above', 40, 0)], 50, 10)).toBe('above');
    expect(markerAt([box('below', 0, 0), box('above', 40, 0)], 20, 10)).toBe('below');
  });

  test('otherwise the nearest within a finger’s 44 pixels, and none beyond', () => {
    const [small, other] = [box('small', 100, 100, 20, 20), box('other', 140, 100, 20, 20)];
    expect(markerAt([small], 89, 111)).toBe('small');
    expect(markerAt([small], 87, 111)).toBeUndefined();
    expect(markerAt([small], 111, 132)).toBe('small');
    expect([markerAt([small, other], 128, 110), markerAt([small, other], 132, 110)]).toEqual(['small', 'other']);
    // A pill as wide as a finger is only made higher.
    expect([markerAt([box('pill', 0, 0)], 30, -7), markerAt([box('pill', 0, 0)], -2, 10)]).toEqual(['pill', undefined]);
  });

  test('what is drawn at the point goes before what is merely near', () => {
    expect(markerAt([box('drawn', 0, 0), box('near', 62, 0, 20, 29)], 56, 10)).toBe('drawn');
  });
});

test('a cluster tells from which rent on where that lies over nothing, the largest first', () => {
  const small = [box('large', 0, 0, 44, 44), box('small', 70, 0, 44, 44), box('far', 300, 0, 44, 44), box('pill', 340, 8)];
  const large = [box('large', -15, -3, 74, 50), box('small', 55, -3, 74, 50), box('far', 285, -3, 74, 50)];
  // The second is in the way of the first's second line, and the pill in that of the last's.
  expect([...withRoom(small, large)]).toEqual(['large']);
  expect([...withRoom(small.slice(0, 1), large.slice(0, 1))]).toEqual(['large']);
  expect([...withRoom(small, large.slice(1))]).toEqual(['small']);
});

describe('markers of an answer', () => {
  const words = mapWords(translator('en-us'), 'en-GB', 'London');
  const home = (house_id: number, rent: string | null, rent_unit?: 'WEEK' | 'MONTH'): MapLists['houses'][number] => ({
    house_id,
    name: `Home ${house_id}`,
    posx: 51,
    posy: 0,
    rent,
    ...(rent_unit ? { rent_unit } : {}),
  });
  const card = (house_id: number) => ({ house_id, posx: 51.2, posy: 0.1, title: `Home ${house_id}` }) as MapLists['items'][number];
  const lists: MapLists = {
    summary: '',
    houses: [home(1, '£226', 'WEEK'), home(2, null), home(3, '€900', 'MONTH')],
    clusters: [
      { posx: 51, posy: 1, count: 12, rent: '£180', rent_unit: 'WEEK' },
      { posx: 51, posy: 2, count: 40, rent: null },
    ],
    items: [card(3), card(9)],
    paginate: { current_page: 1, page_size: 20, total: 55 },
    city_ids: [],
  };
  const nothing = { home: () => undefined, cluster: () => undefined, hover: () => undefined };

  test('are those of the list first, say their rent in its unit, and clusters from which rent on', () => {
    const markers = markersOf(lists, words, nothing, new Set([1]));
    expect(markers.map(({ id, text, note, look, isSeen, label }) => [id, text, note, look, isSeen === true, label])).toEqual([
      ['h3', '€900', undefined, 'home', false, 'Home 3: €900 a month'],
      ['h1', '£226', undefined, 'home', true, 'Home 1: £226 a week'],
      ['h2', 'Fully booked', undefined, 'full', false, 'Home 2: fully booked'],
      ['c51,1', '12', 'from £180', 'cluster', false, '12 homes close together, from £180 a week; zoom in'],
      ['c51,2', '40', undefined, 'cluster', false, '40 homes close together. Zoom in to see them.'],
    ]);
  });

  test('a home of the list that stands in a cluster gets a spot of its own while it is pointed at or chosen', () => {
    expect(spotsOf(lists, [undefined, undefined])).toEqual([]);
    expect(spotsOf(lists, [3, undefined])).toEqual([]);
    expect(spotsOf(lists, [9, 9])).toEqual([{ id: 'h9', at: [0.1, 51.2], text: '', label: 'Home 9', look: 'here' }]);
  });
});
