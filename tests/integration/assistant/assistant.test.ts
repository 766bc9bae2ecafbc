/** The assistant over a real database: what it says of a home, what it leaves to a person, and what a machine may add. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assistantAnswerContract } from '#lib/features/assistant/assistant.contract.ts';
import { createAssistantService } from '#lib/features/assistant/assistant.service.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import { noWriter } from '#lib/ports/answers/answers.ts';
import { seedVariedHouses } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';

let on: TestApi;
let machine: StandIn;
/** What the machine says next. */
let says: (asked: Asked, response: ServerResponse) => void;
let houseId: number;

const say =
  (content: string, total_tokens = 400) =>
  (_: Asked, response: ServerResponse) =>
    answerJson(response, { choices: [{ message: { content } }], usage: { total_tokens } });

beforeAll(async () => {
  says = say('NONE');
  machine = await standIn((asked, response) => says(asked, response));
  on = await openTestApi({
    settings: { ASSISTANT_URL: `${machine.origin}/v1`, ASSISTANT_MODEL: 'small-1', ASSISTANT_DAILY_TOKENS: '60000' },
    async fill({ db, geo }) {
      await seedVariedHouses(db, [known(geo.city('uk', 'london'))], 10);
    },
  });
  const { id } = await on.base.db.selectFrom('houses').select('id').where('status', '=', 'open').orderBy('id').executeTakeFirstOrThrow();
  houseId = Number(id);
});
afterAll(async () => {
  await on.close();
  await machine.close();
});

const ask = (question: string, { locale = 'en-us', ...input }: { readonly house_id?: string; readonly locale?: Locale } = {}) =>
  on.call(assistantAnswerContract, { question, ...input }, locale);

const refusal = async (...asked: Parameters<typeof ask>): Promise<string | undefined> => {
  const { error_code } = await ask(...asked);
  return Object.entries(apiErrors).find(([, { code }]) => code === error_code)?.[0];
};

describe('[R7.172] the call', () => {
  test('quotes our own text with the address of its page, in every language', async () => {
    for (const locale of locales) {
      const others: Partial<Record<Locale, string>> = { 'en-us': 'When do I get my deposit back?', 'vi-vn': 'Khi nào được trả lại tiền cọc?' };
      const question = others[locale] ?? '押金什么时候退？';
      const { data } = await ask(question, { locale });
      expect(data.passages[0]?.href, locale).toMatch(/\/general-pages\/helps\/123888#/);
      expect(data.passages[0]?.paragraphs.join('').length, locale).toBeGreaterThan(30);
      expect(data.written, locale).toBeUndefined();
    }
  });

  test('says what a home’s page says: price, leases, refunds, bills, the way', async () => {
    const home = { house_id: String(houseId) };
    const topics = {
      'What does it cost in total?': '#price',
      'Which bills are included in the rent?': '#included',
      'How far is it to university?': '#location',
      'Are rooms still available?': '#rooms',
      'What do I get back if my visa is refused?': '#cancel',
    };
    for (const [question, place] of Object.entries(topics)) {
      const { data } = await ask(question, home);
      expect(
        data.passages.map(({ href }) => href),
        question,
      ).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`detail-[a-z]+-${houseId}${place}$`))]));
    }
    expect((await ask('What does it cost in total?', home)).data.ask).toContain(`house=${houseId}`);
  });

  test('has nothing for what our pages do not say, and keeps the question for a person', async () => {
    const { data } = await ask('What is the capital of Mongolia?');
    expect(data.passages).toEqual([]);
    expect(data.ask).toContain('question=What+is+the+capital+of+Mongolia%3F');
  });

  test('refuses what is no question, and a home that is not there', async () => {
    for (const question of ['', '   ', 'x'.repeat(201)]) expect(await refusal(question), question.slice(0, 5)).toBe('bad-input');
    expect(await refusal('Deposit?', { house_id: '2147483000' })).toBe('not-found');
    expect(await refusal('Deposit?', { house_id: "1' or 1=1" })).toBe('bad-input');
  });
});

describe('[R1.40] a machine’s words', () => {
  test('stand beside the passages where they name them', async () => {
    says = say('It comes back after you leave. [1]');
    const { data } = await ask('What happens to my deposit?');
    expect(data.written).toEqual({ text: 'It comes back after you leave. [1]', sources: [0] });
    expect(data.passages.length).toBeGreaterThan(0);
    const sent = JSON.parse(JSON.parse(machine.asked.at(-1)?.body ?? '{}').messages[1].content);
    expect(Object.keys(sent)).toEqual(['question', 'excerpts']);
    expect(sent.excerpts[0]).toMatchObject({ number: 1, heading: 'What happens to my deposit?' });
  });

  test('are left out where they make something up, and where the service is broken', async () => {
    for (const lie of [
      say('You get £5,000 back. [1]'),
      say('See page nine. [9]'),
      say('Trust me.'),
      (_: Asked, response: ServerResponse) => answerJson(response, '', 500),
    ]) {
      says = lie;
      const { data } = await ask('What happens to my deposit?');
      expect([data.written, data.passages.length > 0]).toEqual([undefined, true]);
    }
  });

  test('are asked for only where something of ours was found', async () => {
    const before = machine.asked.length;
    await ask('What is the capital of Mongolia?');
    expect(machine.asked.length).toBe(before);
  });

  test('end with the tokens of the day; the passages go on', async () => {
    says = say('It comes back after you leave. [1]', 50_000_000);
    let written = 0;
    for (let at = 0; at < 40; at++) if ((await ask('What happens to my deposit?')).data.written) written++;
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(40);
    expect((await ask('What happens to my deposit?')).data.passages.length).toBeGreaterThan(0);
  });
});

test('[R7.172] without a machine a question leaves this server nowhere, and no budget is asked for', async () => {
  const service = createAssistantService({
    content: 'src/content',
    site: createSite('https://homes.example', new Map()),
    writer: noWriter,
    budget: {
      spend: () => Promise.reject(new Error('asked for')),
      takeBack: () => Promise.reject(new Error('asked for')),
    },
  });
  const answer = await service.answer('What happens to my deposit?', 'en-us', new Date('2026-11-23T12:00:00Z'));
  expect(answer).toMatchObject({ kind: 'found', written: undefined });
});
