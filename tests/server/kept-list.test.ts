/** The body of a list is kept with what its address asks: nothing of one question stands where another is asked. */
import { expect, inject, test } from 'vitest';
import { translator } from '#lib/i18n/t.ts';

const list = '/en/uk/london';
const words = translator('en-us');

test('a list says what its own address asks, whatever was asked of it before', async () => {
  const read = async (query: string): Promise<string> => {
    const answer = await fetch(`${inject('baseUrl')}${list}${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.text();
  };
  const usd = 'currency=USD';
  for (const query of ['?currency=USD', '?map=1', '', '?map=1&currency=USD', '']) {
    const html = await read(query);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const hasMap = query.includes('map=1');
    expect(main.includes(words('map.to_list')), `${query}: the way back from the map`).toBe(hasMap);
    expect(main.includes(usd), `${query}: links in dollars`).toBe(query.includes(usd));
    expect(/data-recent-homes[^>]*data-asks="?[^ ">]*currency=USD/.test(main), `${query}: homes looked at lately`).toBe(query.includes(usd));
  }
});
