/** Which notice a visit shows. */
import { describe, expect, test } from 'vitest';
import { noticeInTurn, notices } from '../../src/scripts/notices.rules.ts';
import type { NoticeName, Turn } from '../../src/scripts/notices.rules.ts';

const all = notices.map(({ name }) => name);
const turn = (settled: readonly NoticeName[], more: Partial<Turn> = {}): NoticeName | undefined =>
  noticeInTurn({ onPage: all, isSettled: (name) => settled.includes(name), visit: null, isNarrow: false, isApp: false, ...more });

describe('[R4.095] [R4.096] one notice a visit', () => {
  test('they take turns in one order, each until it is settled for good', () => {
    for (const isNarrow of [false, true]) {
      const settled: NoticeName[] = [];
      const visits: NoticeName[] = [];
      for (let visit = 0; visit < 10; visit++) {
        const next = turn(settled, { isNarrow });
        if (!next) break;
        visits.push(next);
        settled.push(next);
      }
      expect(visits).toEqual(isNarrow ? ['cookies', 'language', 'hint', 'app-bar'] : ['cookies', 'language', 'hint', 'app-prompt', 'ask-me']);
    }
  });

  test('after its notice is settled a visit shows nothing else, on no page', () => {
    for (const name of all) expect([name, turn([name], { visit: name })]).toEqual([name, undefined]);
    expect(turn(['cookies'], { visit: 'cookies', onPage: ['hint'] })).toBeUndefined();
  });

  test('until it is settled it is the same one, on pages that have it', () => {
    expect(turn([], { visit: 'hint' })).toBe('hint');
    expect(turn([], { visit: 'hint', onPage: ['cookies', 'app-prompt'] })).toBeUndefined();
  });

  test('the app is offered to whoever has looked at a home, in windows that fit, and not inside it', () => {
    expect(turn(['cookies', 'language'], { onPage: ['app-prompt', 'app-bar'] })).toBeUndefined();
    const seen = ['cookies', 'language', 'hint'] as const;
    expect(turn(seen)).toBe('app-prompt');
    expect(turn(seen, { isNarrow: true })).toBe('app-bar');
    expect(turn(seen, { isApp: true })).toBe('ask-me');
  });

  test('each is settled under a name of its own', () => {
    const keys = notices.map(({ key }) => key);
    expect(new Set(keys).size).toBe(notices.length);
  });
});
