/** Pages as bytes: those that UTF-8 gives, whatever the text, and nobody else's. */
import { expect, test } from 'vitest';
import fc from '#tests/support/properties.ts';
import { PageText } from '#lib/page-text.ts';
import { bytesOfPage, ownBytesOfPage } from '#server/pages/page-bytes.ts';

test('any text is the bytes that UTF-8 gives it, and half a pair of signs what every encoder makes of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), fc.constantFrom('', '栖学', '\ud800', '🏠'.repeat(50)), (text, more) => {
      const expected = Buffer.from(text + more);
      expect(bytesOfPage(PageText.of(text + more)).equals(expected)).toBe(true);
      expect(ownBytesOfPage(PageText.of(text + more)).equals(expected)).toBe(true);
    }),
  );
});

test('bytes of their own stay when the next page is written', () => {
  const [first, second] = [ownBytesOfPage(PageText.of('栖学')), ownBytesOfPage(PageText.of('<p>'))];
  expect(first.toString()).toBe('栖学');
  expect(second.toString()).toBe('<p>');
  expect(second.buffer.byteLength).toBe(3);
});
