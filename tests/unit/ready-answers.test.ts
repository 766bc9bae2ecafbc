/** Places of ready answers: what is filled, what is told, and that nothing hostile is filled twice. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { calledName, filledTemplate, placeMark, placesIn, unknownPlaces } from '#lib/features/desk/templates.rules.ts';
import { templatePlaces } from '#lib/features/desk/threads.schema.ts';

test('every place is filled however its brackets are typed, and what nothing is known for stays and is told', () => {
  const filled = filledTemplate('Chào [name], 【 HOME 】 ［rent］ [move-in]!', { name: 'Lan', home: 'Oak Court', rent: '' });
  expect(filled).toEqual({ text: 'Chào Lan, Oak Court [rent] [move-in]!', unfilled: ['rent', 'move-in'] });
  expect(unknownPlaces('[nmae] [name] [sic] [1] [mã số] []')).toEqual(['[nmae]', '[sic]']);
});

test('whatever is filled in stays as it is: neither a place nor a pattern in it is read, and no known place is left but those that are told', () => {
  const place = fc.constantFrom(...templatePlaces);
  const hostile = fc.oneof(fc.string(), fc.constantFrom('$&', '$1', '[rent]', '［name］', '\r\nBcc: x@example.org'));
  fc.assert(
    fc.property(fc.array(fc.oneof(place.map(placeMark), fc.string({ maxLength: 8 })), { maxLength: 12 }), fc.dictionary(place, hostile), (parts, words) => {
      const text = parts.join('\u0001');
      const { text: filled, unfilled } = filledTemplate(text, words);
      const inPieces = text.split('\u0001').map((part) => filledTemplate(part, words).text);
      expect(filled).toBe(inPieces.join('\u0001'));
      expect(unfilled).toEqual(placesIn(text).filter((one) => !words[one]));
    }),
  );
});

test('staff sign with what they are called', () => {
  expect(['Nguyễn Thị Lan', 'Le Minh', '陈晓明', 'Mary Ann Smith', 'Lan', ' Đỗ Hà '].map(calledName)).toEqual(['Lan', 'Minh', '陈晓明', 'Mary', 'Lan', 'Hà']);
});
