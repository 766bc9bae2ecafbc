/** What a supplier wrote, in the reader's language: their own words in it, converted script, or the original with a translation offered. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { nextTranslation, paragraphsOf, piecesOf } from '#islands/translate/translate.rules.ts';
import { nameFor, textFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { locales } from '#lib/i18n/locales.ts';

describe('a supplier’s text for a reader', () => {
  const more = { 'zh-TW': '走路五分鐘', 'zh-HK': '步行五分鐘', vi: 'Đi bộ năm phút' };

  test('is the one written in their language, where there is one', () => {
    const text = { text: 'Five minutes on foot', zh: '步行五分钟', more };
    expect(locales.map((locale) => textFor(text, locale))).toEqual([
      { words: '步行五分钟', lang: 'zh-CN' },
      { words: 'Five minutes on foot', lang: 'en' },
      { words: '步行五分鐘', lang: 'zh-Hant-HK' },
      { words: '走路五分鐘', lang: 'zh-Hant-TW' },
      { words: 'Đi bộ năm phút', lang: 'vi' },
    ]);
  });

  test('is otherwise Chinese in their script, or the original, and says which', () => {
    expect(textFor({ text: 'Bus stop', zh: '公交站', more: {} }, 'zh-tw')).toEqual({ words: '公車站', lang: 'zh-Hant-TW' });
    expect(textFor({ text: 'Bus stop', zh: '公交站', more: {} }, 'vi-vn')).toEqual({ words: 'Bus stop', lang: 'en' });
    expect(textFor({ text: 'Bus stop', zh: undefined, more: {} }, 'zh-cn')).toEqual({ words: 'Bus stop', lang: 'en' });
    expect(textFor({ text: undefined, zh: undefined, more: {} }, 'zh-cn')).toBeUndefined();
  });

  test('a home without a Chinese name keeps its own', () => {
    expect(nameFor({ name: 'Mill House', nameZh: null }, 'zh-cn')).toBe('Mill House');
    expect(nameFor({ name: 'Homestay in Leeds', nameZh: '利兹寄宿', names: { vi: 'Homestay ở Leeds' } }, 'vi-vn')).toBe('Homestay ở Leeds');
  });
});

describe('[R7.177] a translation that is asked for', () => {
  test('is shown when it comes, and the original again without asking twice', () => {
    const asking = nextTranslation({ kind: 'original' }, { kind: 'pressed' });
    expect(asking).toEqual({ kind: 'asking' });
    const shown = nextTranslation(asking, { kind: 'answered', paragraphs: ['Xin chào'] });
    expect(shown).toEqual({ kind: 'translated', paragraphs: ['Xin chào'], isShown: true });
    const hidden = nextTranslation(shown, { kind: 'pressed' });
    expect(hidden).toMatchObject({ kind: 'translated', isShown: false });
    expect(nextTranslation(hidden, { kind: 'pressed' })).toEqual(shown);
    expect(nextTranslation(nextTranslation(asking, { kind: 'refused' }), { kind: 'pressed' })).toEqual({ kind: 'asking' });
  });

  test('is asked for in pieces that the call takes, which together are the whole text', () => {
    const paragraph = fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replaceAll(/\s/g, '-'));
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 12 }), fc.integer({ min: 3, max: 60 }), (paragraphs, most) => {
        const pieces = piecesOf(paragraphs, most);
        expect(pieces.every((piece) => piece.length <= most)).toBe(true);
        expect(pieces.flatMap(paragraphsOf).join('')).toBe(paragraphs.join(''));
      }),
    );
    expect(piecesOf(['one', 'two', 'three'], 8)).toEqual(['one\n\ntwo', 'three']);
  });
});
