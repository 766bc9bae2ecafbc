/** The adapter that writes answers, against a server that speaks the protocol: whole, streamed, broken, slow and lying. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ServerResponse } from 'node:http';
import { noWriter } from '#lib/ports/answers/answers.ts';
import { chatCompletions } from '#lib/ports/answers/chat-completions.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';

let service: StandIn | undefined;
afterEach(() => service?.close());

const request = { question: 'Deposit?', language: 'British English', excerpts: [{ number: 1, page: 'FAQ', heading: 'Deposit', text: 'It comes back.' }] };

async function writerOver(answer: (asked: Asked, response: ServerResponse) => void, within = 2_000) {
  service = await standIn(answer);
  return { asked: service.asked, writer: chatCompletions({ base: `${service.origin}/v1/`, key: 'k-123', model: 'small-1', within }) };
}

const whole = { choices: [{ message: { role: 'assistant', content: 'It comes back. [1]' } }], usage: { total_tokens: 321 } };

function events(response: ServerResponse, lines: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.end(lines.map((line) => `data: ${line}\n\n`).join(''));
}

const delta = (content: string): string => JSON.stringify({ choices: [{ delta: { content } }] });

describe('[R1.40] a service that writes answers', () => {
  test('is asked with the key, the model, bounds, and nothing but question and excerpts', async () => {
    const { writer, asked } = await writerOver((_, response) => answerJson(response, whole));
    expect(await writer.write(request)).toEqual({ text: 'It comes back. [1]', tokens: 321 });
    const [one] = asked;
    expect([one?.method, one?.url, one?.headers.authorization]).toEqual(['POST', '/v1/chat/completions', 'Bearer k-123']);
    const body = JSON.parse(one?.body ?? '{}');
    expect(body).toMatchObject({ model: 'small-1', max_tokens: 400, temperature: 0, stream: false });
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user']);
    expect(JSON.parse(body.messages[1].content)).toEqual({ question: request.question, excerpts: request.excerpts });
    expect(writer.host).toBe('127.0.0.1');
  });

  test('may stream its answer', async () => {
    const usage = JSON.stringify({ choices: [], usage: { total_tokens: 50 } });
    const { writer } = await writerOver((_, response) => events(response, [delta('It comes '), delta('back. [1]'), usage, '[DONE]']));
    expect(await writer.write(request)).toEqual({ text: 'It comes back. [1]', tokens: 50 });
  });

  test.for([
    ['a stream that breaks off', (response: ServerResponse) => events(response, [delta('It never')])],
    ['a stream of something else', (response: ServerResponse) => events(response, ['{"hello":1}', '[DONE]'])],
    ['another shape', (response: ServerResponse) => answerJson(response, { answer: 'yes' })],
    ['no choice', (response: ServerResponse) => answerJson(response, { choices: [] })],
    ['no JSON', (response: ServerResponse) => answerJson(response, '<html>')],
    ['a wrong key', (response: ServerResponse) => answerJson(response, { error: { message: 'no' } }, 401)],
    ['a refusal for now', (response: ServerResponse) => answerJson(response, {}, 429)],
    ['a failure', (response: ServerResponse) => answerJson(response, {}, 500)],
    ['a redirect', (response: ServerResponse) => answerJson(response, {}, 302, { location: 'http://169.254.169.254/' })],
    ['more than anybody reads', (response: ServerResponse) => answerJson(response, { choices: [{ message: { content: 'x'.repeat(100_000) } }] })],
  ] as const)('that gives %s gives no answer', async ([, give]) => {
    const { writer } = await writerOver((_, response) => give(response));
    expect(await writer.write(request)).toBeUndefined();
  });

  test('that does not answer is given up', async () => {
    const { writer } = await writerOver(() => undefined, 100);
    expect(await writer.write(request)).toBeUndefined();
  });

  test('costs at most what its bytes and its answer may be', async () => {
    const { writer } = await writerOver(() => undefined);
    const cost = writer.costOf(request);
    expect(cost).toBeGreaterThan(500);
    expect(writer.costOf({ ...request, question: 'Deposit? 押金' })).toBe(cost + 7);
    expect([noWriter.costOf(request), await noWriter.write(request), noWriter.host]).toEqual([0, undefined, undefined]);
  });
});
