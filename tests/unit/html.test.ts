import fc from '#tests/support/properties.ts';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { withoutIdleEnds, withoutIdleQuotes } from '#lib/html-short.ts';
import { houseCard } from '#layouts/blocks/lists/house-card.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import { mapCard } from '#lib/features/map/map-card.rules.ts';
import { skylinePicture } from '#lib/features/pictures/picture-source.rules.ts';
import { escaped, html } from '#lib/html.ts';
import { asId } from '#lib/ids/ids.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';

const hostile = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `</a></article><iframe src=//e>`,
  `&lt;b&gt; &amp; &#60;`,
  `<!--`,
  `]]><svg/onload=1>`,
  `\u2028</style>`,
];

type Seen = { readonly elements: readonly string[]; readonly attributes: ReadonlyMap<string, readonly string[]>; readonly text: string };

/** Elements, attribute values by name, and text of markup, as a reader of HTML finds them. */
function read(markup: string): Seen {
  const elements: string[] = [];
  const attributes = new Map<string, string[]>();
  let text = '';
  const parser = new Parser(
    {
      onopentag(name, own) {
        elements.push(name);
        for (const [key, value] of Object.entries(own)) attributes.set(key, [...(attributes.get(key) ?? []), value]);
      },
      ontext: (part) => (text += part),
    },
    { decodeEntities: true },
  );
  parser.end(markup);
  return { elements, attributes, text };
}

describe('html', () => {
  test('whatever is put in stands there as text, in elements and in attributes', () => {
    for (const text of hostile) {
      const { elements, attributes, text: shown } = read(html`<p title="${text}">${text}</p>`.text);
      expect(elements).toEqual(['p']);
      expect(attributes.get('title')).toEqual([text]);
      expect(shown).toBe(text);
    }
  });

  test('any text can be read again as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(read(`<p>${escaped(text)}</p>`).text).toBe(text);
      }),
    );
  });

  test('markup stays markup, lists are joined, what is absent writes nothing', () => {
    const words = ['a<', html`<b>c</b>`];
    expect(html`<p>${words}${undefined}${null}${false}${0}${''}</p>`.text).toBe('<p>a&lt;<b>c</b>0</p>');
  });
});

describe('a card', () => {
  const city = createGeoIndex(readPlaceFiles('src/content/places')).city('uk', 'leeds');
  if (!city) throw new Error('the test shows a home in Leeds');
  const terms = {
    rent: money(20_000n, 'GBP'),
    promoRent: money(18_000n, 'GBP'),
    unit: 'WEEK',
    moveIn: '2027-09-04',
    moveOut: '2028-07-01',
    deposit: money(0n, 'GBP'),
    bookingFee: money(0n, 'GBP'),
  } as const;
  const cardOf = (text: string): HouseCardFacts =>
    ({
      id: asId(1),
      path: `/${text}`,
      href: `/${text}`,
      compareHref: `/compare?${text}`,
      name: text,
      originalName: text,
      picture: skylinePicture(city),
      more: [skylinePicture(city)],
      photo: undefined,
      address: text,
      area: text,
      journey: { to: text, metres: 300, mode: 'walk', minutes: 4 },
      unitTypes: ['studio'],
      offer: {
        terms,
        price: { rent: terms.rent, contractTotal: money(860_000n, 'GBP'), nights: 301, weeks: 43, days: 0 },
        rent: { amount: terms.rent, unit: 'WEEK', isDerived: true },
        unitType: 'studio',
        about: money(100n, 'CNY'),
      },
      bills: { kind: 'apart' },
      orderedBy: { kind: 'useful-week', amount: terms.rent, school: text, bills: 'estimated' },
      also: undefined,
      vacancy: 'available',
      stock: 3,
      rooms: { all: 3, free: 3, reserved: 0, waiting: 0 },
      confirmedAt: new Date(0),
      freshness: { age: text, isStale: false },
      verifiedFacts: [],
      reviews: { count: 2, score: 4.5 },
      supplier: { name: text, kind: 'landlord' },
      hasPromo: true,
      isSample: true,
    }) as unknown as HouseCardFacts;
  const shown = (text: string): Seen =>
    read(houseCard({ t: translator('en-us'), intl: 'en-GB', locale: 'en-us' }, { card: cardOf(text), layout: 'list' }).text);

  test('has the same elements whatever a supplier writes, and every word as it was written', () => {
    const plain = shown('x');
    for (const text of hostile) {
      const found = shown(text);
      expect(found.elements).toEqual(plain.elements);
      expect([...found.attributes.keys()]).toEqual([...plain.attributes.keys()]);
      expect(found.attributes.get('href')).toContain(`/${text}`);
      expect(found.text).toContain(text);
    }
  });

  test('[R3.52] of a rent by the month tells the week that filters ask for, also beside the map', () => {
    const card = cardOf('x');
    const rent = money(90_000n, 'EUR');
    const offer = {
      ...card.offer,
      terms: { ...terms, rent, promoRent: undefined, unit: 'MONTH' },
      price: { ...card.offer?.price, rent },
      rent: { amount: rent, unit: 'MONTH', isDerived: false },
    };
    const monthly = { ...card, offer } as unknown as HouseCardFacts;
    const words = { t: translator('en-us'), intl: 'en-GB', locale: 'en-us' } as const;
    expect(read(houseCard(words, { card: monthly }).text).text).toContain('about €208 per week');
    const seen = mapCard(monthly, { latitude: 0, longitude: 0 }, words);
    expect([seen.rent, seen.rent_below]).toEqual(['€900 per month', 'about €208 per week']);
  });
});

test('end tags that HTML can tell itself are left out, and no others', () => {
  expect(withoutIdleEnds('<dl><div><dt>a</dt><dd><b>c</b></dd></div></dl><p>e</p>')).toBe('<dl><div><dt>a<dd><b>c</b></div></dl><p>e</p>');
  expect(withoutIdleEnds('<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>')).toBe(
    '<table><thead><tr><th>a<tbody><tr><td>b</table>',
  );
  expect(withoutIdleEnds('<div><p>a</p><p>b</p><ul><li>c</li></ul><p>d</p></div><p>e</p><a href=f>g</a>')).toBe(
    '<div><p>a<p>b<ul><li>c</ul><p>d</div><p>e</p><a href=f>g</a>',
  );
});

test('quotes go around words of ours alone, never around what others wrote', () => {
  expect(withoutIdleQuotes('<ul role="list" class="a"><li class="b c"><a href="/d" rel="nofollow" lang="en">e</a>')).toBe(
    '<ul role=list class=a><li class="b c"><a href="/d" rel=nofollow lang=en>e</a>',
  );
  // A slash at the end of a tag would join a value without quotes.
  expect(withoutIdleQuotes('<path r="1"/><input value="a b"><input value=""><p title="x">')).toBe(
    '<path r="1"/><input value="a b"><input value=""><p title="x">',
  );
  const text = ' class="x" ';
  expect(withoutIdleQuotes(html`<p title="${text}">${text}</p>`.text)).toBe(html`<p title="${text}">${text}</p>`.text);
});

test('a template is written short, and a value of it keeps its quotes where it needs them', () => {
  const row = (name: string, size: number, style: string, own: string): string =>
    html`<ul role="list"><li class="${name}"${own && html` style="${style}"`} data-x="${name}"><img width="${size}" sizes="${style}" alt="${name}"></li> </ul>`
      .text;
  expect(row('a', 16, '50vw', 'x')).toBe('<ul role=list><li class=a style=50vw data-x="a"><img width=16 sizes=50vw alt="a"></ul>');
  expect(row('a b', 16, 'a: b/', 'x')).toBe('<ul role=list><li class="a b" style="a: b/" data-x="a b"><img width=16 sizes="a: b/" alt="a b"></ul>');
  expect(row('', 16, '', '')).toBe('<ul role=list><li class="" data-x=""><img width=16 sizes="" alt=""></ul>');
});

test('a paragraph is closed by what follows it, wherever that is written, and by itself before all else', () => {
  const said = html`<p>a</p>`;
  expect(html`<div>${said}</div>`.text).toBe('<div><p>a</div>');
  expect(html`<div>${said}${''}${said}${html`<ul></ul>`}${said}<b>c</b></div>`.text).toBe('<div><p>a<p>a<ul></ul><p>a</p><b>c</b></div>');
  expect(html`<ul><li>${[said, said]}</li></ul>${said}${'text'}`.text).toBe('<ul><li><p>a<p>a</ul><p>a</p>text');
  expect(html`${said}`.text).toBe('<p>a</p>');
});

test('attributes do not stand where a slash would join the last of their values', () => {
  expect(() => html`<path d="${'M0 0'}"${html` class="${'a'}"`}/>`).toThrow(TypeError);
  expect(html`<path class="${'a'}" r="${1}"/>`.text).toBe('<path class=a r="1"/>');
});

test('whatever stands where words of ours are expected, it stays one value of one attribute', () => {
  const given = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...hostile), fc.stringMatching(/^[\w.:;,()#/= >-]{0,12}$/));
  fc.assert(
    fc.property(given, given, (one, other) => {
      const { elements, attributes } = read(html`<p class="${one}" style="${other}"><i lang="${other}"></i></p>`.text);
      expect(elements).toEqual(['p', 'i']);
      expect(Object.fromEntries(attributes)).toEqual({ class: [one], style: [other], lang: [other] });
    }),
  );
});
