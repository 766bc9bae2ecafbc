/** Homes of the sample catalogue for tests that need some, whichever. */
import type { APIRequestContext } from '@playwright/test';

/** The first homes of a list, in the default language, in the order of the list. @throws when it has fewer. */
export async function anyHouses(
  request: APIRequestContext,
  baseURL: string | undefined,
  count: number,
  list = '/uk/manchester',
): Promise<readonly { readonly id: number; readonly path: string }[]> {
  const html = await (await request.get(`${baseURL}${list}`)).text();
  const paths = [...new Set([...html.matchAll(/href="(\/[a-z]+\/[^"?#]*\/detail-[a-z]+-\d+)/g)].map(([, path = '']) => path))].slice(0, count);
  if (paths.length < count) throw new Error(`${list} shows ${paths.length} homes; ${count} were needed`);
  return paths.map((path) => ({ id: Number(path.slice(path.lastIndexOf('-') + 1)), path }));
}
