/** Small writes of readers, as a page sends them. */
import { z } from 'zod';

const envelope = z.object({ error_code: z.number(), data: z.object({ recorded: z.number() }).nullable() });
export type Recorded = { readonly status: number; readonly code: number; readonly wait: string | null; readonly recorded: number | undefined };

/**
 * Records one view of a page. The id makes it another one.
 * @param client address of who asks, for the proxy of the tests.
 * @throws when the server ends before it answers.
 */
export async function recordVisit(baseUrl: string, id: string, client?: string): Promise<Recorded> {
  const answer = await fetch(`${baseUrl}/_track/log`, {
    method: 'POST',
    headers: {
      cookie: 'cookie_consent=necessary.personalised',
      'content-type': 'application/x-www-form-urlencoded',
      origin: baseUrl,
      ...(client ? { 'x-client': client } : {}),
    },
    body: new URLSearchParams({ source: 'pc', version: '3', event: 'PC_PAGE', id, at: String(Date.now()), path: '/en', fields: '{}' }),
  });
  const { error_code: code, data } = envelope.parse(await answer.json());
  return { status: answer.status, code, wait: answer.headers.get('retry-after'), recorded: data?.recorded };
}
