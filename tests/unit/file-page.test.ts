/** A page as a file: what needs a server is left out of it. */
import { expect, test } from 'vitest';
import { picture } from '#layouts/blocks/chrome/picture.ts';
import { photoPicture, readPicturePath, skylinePicture } from '#lib/features/pictures/picture-source.rules.ts';
import { KeptHtml, PageText } from '#lib/page-text.ts';
import { readFilePage } from '#server/pages/file-page.ts';

const readText = (html: string) => readFilePage(PageText.of(html));

/** Of today's drawings. */
const [folder = ''] = /^\/pictures\/\d+/.exec(skylinePicture({ id: 1 as never }).url(320, 'avif')) ?? [];
const drawing = `${folder}/s_a_t_2020_4_176`;
const page = `<head><link rel="preload" as="image" imagesrcset="${drawing}-320.avif 320w"><link rel="stylesheet" href="/_assets/a.css"></head>
<a class="card" href="/en/uk/london?schoolunique=ucl#rooms">there</a> <a href="/en/search" aria-label="x">gone</a> <a href="https://elsewhere.example/">far</a>
<form action="/en/search" method="get"><input name="q"></form> <form hidden action="/x"></form> <form class="refund"><input></form>
<picture><source type="image/avif" media="(prefers-color-scheme: dark)" srcset="${drawing}-320.avif 320w, ${drawing}-640.avif 640w" sizes="50vw">
<img src="${drawing}-640.webp" alt="" srcset="${drawing}-320.webp 320w" sizes="50vw" width="1600"></picture>
<img src="/photos/3f2a3f2a.webp" alt=""> <img src="${folder}/plan_studio_20_private_private_1_2.svg" alt="">`;

test('links to what is not there lose their address, forms that ask a server are hidden, each drawing is one file', () => {
  const { links, pictures, write } = readText(page);
  expect([...links]).toEqual(['/en/uk/london', '/en/search']);
  const html = write((path) => path === '/en/uk/london').text;
  expect(html).toContain('<a class="card" href="/en/uk/london?schoolunique=ucl#rooms">there</a>');
  expect(html).toContain('<a aria-disabled="true" aria-label="x">gone</a>');
  expect(html).toContain('href="https://elsewhere.example/"');
  expect(html.match(/<form[^>]*>/g)).toEqual(['<form hidden action="/en/search" method="get">', '<form hidden action="/x">', '<form class="refund">']);
  expect(html).not.toMatch(/srcset|sizes=|<source|-640|preload/);
  expect(html).toContain(`<img src="${drawing}.svg" alt="" width="1600">`);
  expect(html).toContain('href="/_assets/a.css"');
  expect([...pictures]).toEqual([`${drawing}.svg`, `${folder}/plan_studio_20_private_private_1_2.svg`, '/photos/3f2a3f2a.webp']);
});

test.each([
  ['/photos/0123456789abcdef0123456789abcdef_1600x1200', 4],
  ['/pictures/photo_room-1_0a1b2c3d_1200x900', 3],
])('photographs are there in every width that a page offers, also in what an island is given: %s', (path, widths) => {
  const photo = photoPicture(path);
  const offered = [...new Set(([320, 640, 1200, 1600] as const).map((width) => photo.url(width, 'avif')))];
  expect(offered).toHaveLength(widths);
  const shown = String(picture({ picture: photo, alt: 'a', sizes: '50vw' }));
  const island = `<astro-island props="{&quot;image&quot;:[0,&quot;/photos/11112222.webp&quot;]}"></astro-island>`;
  const far = '<script type="application/ld+json">{"image":"https://homes.example.org/photos/33334444.webp"}</script>';
  const { write, pictures } = readText(`${shown}${island}${far}`);
  expect(write(() => false).text).toBe(`${shown}${island}${far}`);
  expect([...pictures].toSorted()).toEqual([...offered, photo.url(640, 'webp'), '/photos/11112222.webp'].toSorted());
});

test('styles and scripts that are the same on many pages are files, named by what they hold; small ones stay', () => {
  const [styles, script] = ['.a{color:red}'.repeat(400), 'go();'.repeat(900)];
  const given = (title: string): string =>
    `<head><title>${title}</title><style>.b{}</style><style>${styles}</style><script>${script}</script><script type="application/json">${script}</script></head>`;
  const [one, other] = ['a', 'b'].map((title) => readText(given(title)));
  const [css = '', js = ''] = one?.shared.keys() ?? [];
  expect([css, js]).toEqual([expect.stringMatching(/^\/_assets\/shared\.[\w-]{12}\.css$/), expect.stringMatching(/^\/_assets\/shared\.[\w-]{12}\.js$/)]);
  expect(one?.write(() => false).text).toBe(
    `<head><title>a</title><style>.b{}</style><link rel="stylesheet" href="${css}"><script src="${js}"></script><script type="application/json">${script}</script></head>`,
  );
  expect([...(one?.shared ?? [])]).toEqual([
    [css, styles],
    [js, script],
  ]);
  expect(other?.shared).toEqual(one?.shared);
});

test('a list names its next page', () => {
  expect(readText('<head><link rel="prev" href="/uk/london"><link rel="next" href="https://homes.example/uk/london?page=3"></head>').next).toBe(
    'https://homes.example/uk/london?page=3',
  );
  expect(readText(page).next).toBeUndefined();
});

test('the drawings of such pages have addresses, and rasters none without a width', () => {
  expect(readPicturePath(`${drawing}.svg`)).toMatchObject({ order: { kind: 'facade' }, width: undefined, format: 'svg' });
  expect(readPicturePath(`${folder}/skyline_7_night.svg`)).toMatchObject({ order: { kind: 'skyline', isNight: true }, format: 'svg' });
  expect([`${drawing}.webp`, `${drawing}-640.svg`, `${drawing}-999.webp`].map(readPicturePath)).toEqual([undefined, undefined, undefined]);
});

test('a page in pieces becomes the same file as in one, also when what is kept is met for the third time', () => {
  const [head, body = ''] = page.split('<a class');
  const kept = new KeptHtml(`<a class${body}`);
  const whole = readText(page);
  const isWritten = (path: string): boolean => path === '/en/search';
  for (const time of [1, 2, 3]) {
    const { links, pictures, write } = readFilePage(new PageText([head ?? '', kept, '']));
    expect({ time, links, pictures, text: write(isWritten).text }).toEqual({
      time,
      links: whole.links,
      pictures: whole.pictures,
      text: whole.write(isWritten).text,
    });
  }
});
