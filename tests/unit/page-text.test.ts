/** Pages in pieces: what is kept stands where it was placed, whatever is written around it and within it. */
import { expect, test } from 'vitest';
import fc from '#tests/support/properties.ts';
import { KeptHtml, PageText, placed, withoutMarks } from '#lib/page-text.ts';
import type { Outcome } from '#lib/view.ts';

const collecting = (): { readonly outcome: Outcome & { kept: KeptHtml[] } } => ({ outcome: { failure: undefined, kept: [] } });
/** Texts of readers and suppliers among them, which may look like marks. */
const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '<!--x:0-->', '<!--', '-->', '0-->', '栖学', '<p>Phòng</p>')), {
  maxLength: 8,
});

test('a page is its texts with what was placed between them, as text and as bytes', () => {
  fc.assert(
    fc.property(texts, texts, (own, kept) => {
      const locals = collecting();
      const turns = own.map((text, at) => [text, kept[at] ?? '']);
      const whole = turns.flat().join('');
      const html = turns.map(([text = '', part = '']) => text + placed(new KeptHtml(part), locals)).join('');
      expect(withoutMarks(html, locals)).toBe(whole);
      const page = PageText.of(html, locals.outcome.kept);
      expect(page.text).toBe(whole);
      const room = Buffer.alloc(page.mostBytes);
      // Half a pair of signs at the end of a piece is no whole one with the next.
      const bytes = Buffer.concat(turns.flat().map((text) => Buffer.from(text)));
      expect(room.subarray(0, page.write(room)).equals(bytes)).toBe(true);
    }),
  );
});

test('what is kept stands in the page as often as it was placed, and is one text before and after it was sent', () => {
  const locals = collecting();
  const kept = new KeptHtml('<b>栖学</b>');
  const page = PageText.of(`${placed(kept, locals)}, ${placed(kept, locals)}`, locals.outcome.kept);
  expect(kept.bytes.toString()).toBe('<b>栖学</b>');
  expect(kept.text).toBe('<b>栖学</b>');
  expect(page.text).toBe('<b>栖学</b>, <b>栖学</b>');
  expect(page.includes('栖学')).toBe(true);
  expect(page.includes(', <b')).toBe(false);
});

test('where nothing is put together afterwards, and where an island stands, it is written at once', () => {
  expect(placed(new KeptHtml('<i>'), {})).toBe('<i>');
  expect(placed(new KeptHtml('<i>'), { outcome: { failure: undefined } as Outcome })).toBe('<i>');
  const locals = collecting();
  const html = `<main>${placed(new KeptHtml('<astro-island>'), locals)}${placed(new KeptHtml('<i>'), locals)}</main>`;
  expect(html).toContain('<main><astro-island>');
  const page = PageText.of(html, locals.outcome.kept, ([first = '', ...others]) => [first.replace('<main>', '<main id=a>'), ...others]);
  expect(page.hasIsland).toBe(true);
  expect(page.text).toBe('<main id=a><astro-island><i></main>');
  expect(PageText.of('<p>').hasIsland).toBe(false);
});

test('what is kept is in memory of its own, as long as its bytes are', () => {
  for (const text of ['', 'a', '栖学', 'x'.repeat(40_000)]) {
    const { bytes } = new KeptHtml(text);
    expect([bytes.toString(), bytes.buffer.byteLength]).toEqual([text, Buffer.byteLength(text)]);
  }
});
