/** A question asked of a running site, as its form asks. */
import { z } from 'zod';

const envelope = z.object({
  error_code: z.number(),
  message: z.string(),
  data: z.object({ reference: z.string(), repeated: z.boolean() }).nullable().catch(null),
});

type AskAnswer = { readonly status: number; readonly code: number; readonly message: string; readonly reference: string | undefined };

/**
 * @param number makes its writer another one.
 * @param more what it is asked with besides.
 * @throws when the server ends before it answers, or answers with something else.
 */
export async function ask(baseUrl: string, number: number, more: { readonly content?: string; readonly key?: string } = {}): Promise<AskAnswer> {
  const answer = await fetch(`${baseUrl}/_api/listing/askQuestion`, {
    method: 'POST',
    headers: { origin: baseUrl, ...(more.key === undefined ? {} : { 'idempotency-key': more.key }) },
    body: new URLSearchParams({
      firstname: 'Mai',
      lastname: 'Nguyen',
      email: `asks-${number}@example.org`,
      country_code: '44',
      mobile: '7700900123',
      content: more.content ?? 'Is it quiet?',
      location: 'Leeds',
    }),
  });
  const { error_code: code, message, data } = envelope.parse(await answer.json());
  return { status: answer.status, code, message, reference: data?.reference };
}
