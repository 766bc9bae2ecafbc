/** What a reader asks for goes along by every link that knows it: pages are the same for everybody, and know their address. */
import { describe, expect, inject, test } from 'vitest';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

const school = 'university-college-london';
const code = 'u1002a200e399-u1006a1';
const asks = `schoolunique=${school}&ask=${code}`;
const prefixOf = (locale: Locale): string => localeFacts[locale].prefix && `/${localeFacts[locale].prefix}`;

async function read(path: string): Promise<string> {
  const response = await fetch(`${inject('baseUrl')}${path}`);
  expect(response.status, path).toBe(200);
  return response.text();
}

/** Where the links of a page lead, those that are folded among them. */
const hrefs = (html: string): string[] => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll(/&(?:amp|#38|#x26);/g, '&'));
const listPath = (locale: Locale): string => `${prefixOf(locale)}/uk/london/${school}/${code}`;

/** The address without the intake of the list that leads there, which is no part of what is asked. */
const withoutIntake = (href: string): string => href.replace(/&intake=\d{6}a\d$/, '');

/** The first home of the list that was asked for, by the address that the list gives it. */
async function firstHome(locale: Locale): Promise<string> {
  const home = hrefs(await read(listPath(locale))).find((href) => /\/detail-[a-z]+-\d+\?/.test(href));
  if (!home) throw new Error('The list of the school shows no home');
  return withoutIntake(home);
}

describe.each(locales)('in %s', (locale) => {
  test('[R2.066] the comparison is opened with it from the bar, the menu and the foot of a list and a home', async () => {
    const compare = `${prefixOf(locale)}/house-compare`;
    const home = await firstHome(locale);
    expect(home.endsWith(`?${asks}`), home).toBe(true);
    for (const [path, times] of [
      [listPath(locale), 2],
      [home, 3],
      [home.replace('?', '/faq?'), 3],
    ] as const) {
      const opened = hrefs(await read(path)).filter((href) => href === compare || href.startsWith(`${compare}?schoolunique`));
      expect(opened.length, path).toBeGreaterThanOrEqual(times);
      expect(
        opened.filter((href) => href !== `${compare}?${asks}`),
        path,
      ).toEqual([]);
    }
    // What is kept of a foot with a question is not shown to those without.
    const bare = hrefs(await read(`${prefixOf(locale)}/uk/london`)).filter((href) => href.startsWith(compare) && !href.includes('ids='));
    expect(new Set(bare)).toEqual(new Set([compare]));
  });

  test('[R2.066] the trail of a home leads back by lists that answer it, in the currency chosen; machines are told bare addresses', async () => {
    const html = await read(`${await firstHome(locale)}&currency=AUD`);
    const trail = hrefs(/<nav[^>]*\bbreadcrumb\b[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '');
    expect(trail.slice(-2)).toEqual([`${prefixOf(locale)}/uk/london/${code}?currency=AUD`, `${listPath(locale)}?currency=AUD`]);
    const [, told = ''] = /"BreadcrumbList","itemListElement":(\[.*?\])\}/.exec(html) ?? [];
    expect(told).toContain(`${prefixOf(locale)}/uk/london"`);
    expect(told).not.toMatch(/currency|ask=|u1002/);
  });

  test('[R2.066] a comparison adds homes to it, and leads to the list that answers it', async () => {
    const id = /-(\d+)\?/.exec(await firstHome(locale))?.[1];
    const links = hrefs(await read(`${prefixOf(locale)}/house-compare?ids=${id}&${asks}`));
    const added = links.filter((href) => href.includes(`/house-compare?ids=${id},`));
    expect(added.length).toBeGreaterThan(0);
    expect(added.filter((href) => !href.endsWith(`&${asks}`))).toEqual([]);
    expect(links).toContain(listPath(locale));
  });

  test('[R2.066] each home of a comparison is led to with the question as far as it holds there; taking one off keeps it', async () => {
    const homeOf = async (list: string): Promise<string> => {
      const home = hrefs(await read(`${prefixOf(locale)}${list}`)).find((href) => /\/detail-[a-z]+-\d+$/.test(href));
      if (!home) throw new Error(`${list} shows no home`);
      return home;
    };
    const homes = [await homeOf('/uk/leeds'), (await firstHome(locale)).replace(/\?.*/, ''), await homeOf('/au/sydney')];
    const ids = homes.map((home) => /\d+$/.exec(home)?.[0] ?? '');
    const html = await read(`${prefixOf(locale)}/house-compare?ids=${ids.join(',')}&${asks}`);
    const table = hrefs(/<table[\s\S]*?<\/table>/.exec(html)?.[0] ?? '');
    const ofHomes = ids.map((id) => table.find((href) => !href.includes('/house-compare') && new RegExp(`(?:-|/h)${id}(?:u\\d+hcr\\d+)?(?:\\?|$)`).test(href)));
    expect(ofHomes.map((href) => withoutIntake(href ?? '').replace(/^[^?]*/, ''))).toEqual([`?ask=${code}`, `?${asks}`, '?ask=u1006a1']);
    for (const [at, id] of ids.entries())
      expect(table, `without ${id}`).toContain(`${prefixOf(locale)}/house-compare?ids=${ids.toSpliced(at, 1).join(',')}&${asks}`);
  });

  test('[R2.066] asking about a home, of a person and of the assistant, leads back to it with what was asked', async () => {
    const home = await firstHome(locale);
    const links = hrefs(await read(home));
    const ways = [
      links.find((href) => href.includes('/intent/askform?house=')),
      links.find((href) => href.includes('/assistant?house=')),
      // As a page with trail, and as the chat's first page.
      links.find((href) => href.includes('/intent/askform?house='))?.replace('/intent/askform', '/mchat'),
    ];
    for (const way of ways) {
      expect(way).toContain(asks);
      expect(hrefs(await read(way ?? ''))).toContain(home);
    }
    // From the assistant's answer a person is asked with it still.
    const answered = await read(`${ways[1]}&q=${encodeURIComponent('cancel')}`);
    expect(hrefs(answered).some((href) => href.includes('/intent/askform?') && href.endsWith(asks))).toBe(true);
    for (const name of ['book-rent', `viewing/${/-(\d+)\?/.exec(home)?.[1]}`])
      expect(links.filter((href) => href.includes(`/houses/${name}`) && href.endsWith(asks)).length, name).toBeGreaterThan(0);
  });

  test('[R2.197] bar and help of a home’s pages lead to a person with the home', async () => {
    const home = await firstHome(locale);
    const [path = ''] = home.split('?');
    const id = /\d+$/.exec(path)?.[0] ?? '';
    const html = await read(home);
    const unit = hrefs(html).find((href) => /\/h\d+u\d+hcr\d+\?/.test(href)) ?? '';
    const contact = `${prefixOf(locale)}/general-pages/contact-us`;
    // A home's and a unit's own page have the bar besides.
    for (const [page, to, times] of [
      [home, '#ask', 3],
      [unit, '#ask', 3],
      [home.replace('?', '/faq?'), `${home}#ask`, 2],
      [path, '#ask', 3],
      [`${path}/faq`, `${path}#ask`, 2],
    ] as const) {
      const dock = /data-dock[\s\S]*?<\/aside>/.exec(await read(page))?.[0] ?? '';
      const links = hrefs(dock);
      expect(links.filter((href) => href === to).length, page).toBe(times);
      expect(links, page).not.toContain(contact);
      const chat = links.find((href) => href.startsWith('https://wa.me/'));
      if (locale === 'zh-cn') expect(chat).toBeUndefined();
      else {
        const text = new URL(chat ?? '').searchParams.get('text') ?? '';
        expect(text).toContain(id);
        expect(text).toContain(path);
      }
    }
    // On pages of no home it is as it was.
    const dock = /data-dock[\s\S]*?<\/aside>/.exec(await read(`${prefixOf(locale)}/uk/london`))?.[0] ?? '';
    expect(hrefs(dock)).toContain(contact);
  });
});

test('[R2.066] a comparison of nothing yet says what is asked, and where homes are found that answer it', async () => {
  const html = await read(`/en/house-compare?${asks}`);
  expect(html).toContain('data-asked');
  expect(hrefs(html).filter((href) => href === `/en/uk/london/${school}/${code}`).length).toBeGreaterThanOrEqual(2);
  // Of no city: rents are numbers of a currency, which several countries would read each as theirs.
  const anywhere = hrefs(await read('/en/house-compare?ask=u1002a200e399-u1006a1'));
  expect(anywhere.some((href) => href.endsWith('/u1006a1'))).toBe(true);
  expect(anywhere.filter((href) => href.includes('u1002') && !href.includes('house-compare'))).toEqual([]);
});

test('[R2.066] a search from a list, a home or a comparison is answered as the page was; a rent in its own currency alone', async () => {
  const searched = async (page: string, text: string): Promise<string> => {
    const form = /<form[^>]*data-search[\s\S]*?<\/form>/.exec(await read(page))?.[0] ?? '';
    const fields = [...form.matchAll(/<input[^>]*type="?hidden"?[^>]*>/g)].map(([input]) =>
      ['name', 'value'].map((name) => new RegExp(` ${name}="?([^" >]+)`).exec(input)?.[1] ?? ''),
    );
    const query = new URLSearchParams([['q', text], ...fields]);
    const answer = await fetch(`${inject('baseUrl')}/en/search?${query}`, { redirect: 'manual' });
    return answer.headers.get('location') ?? (await answer.text());
  };
  const home = await firstHome('en-us');
  for (const page of [listPath('en-us'), home, home.replace('?', '/faq?'), `/en/house-compare?${asks}`, `/en/uk/london/${code}`]) {
    expect(await searched(page, 'Leeds'), page).toBe(`/en/uk/leeds/${code}`);
    expect(await searched(page, 'Sydney'), page).toBe('/en/au/sydney/u1006a1');
  }
  // Homes found: those of the school's city answer all of it, those of other countries what is no rent.
  const found = hrefs(await searched(home, 'student rooms london'));
  const inLondon = found.filter((href) => href.startsWith('/en/uk/london/detail-'));
  expect(inLondon.length).toBeGreaterThan(0);
  expect(inLondon.filter((href) => !withoutIntake(href).endsWith(asks))).toEqual([]);
  const abroad = hrefs(await searched(home, 'rooms sydney')).filter((href) => /^\/en\/au\/[^?]*\/detail-/.test(href));
  expect(abroad.filter((href) => !withoutIntake(href).endsWith('?ask=u1006a1'))).toEqual([]);
  expect(abroad.length).toBeGreaterThan(0);
});
