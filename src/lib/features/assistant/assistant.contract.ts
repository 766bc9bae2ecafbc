/** The call of the assistant (R7.172). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { questionLength } from './assistant.schema.ts';

const passage = z.object({
  page: z.string().check(z.describe('Title of the page')),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  rows: z.array(z.object({ label: z.string(), value: z.string() })),
  href: z.string().check(z.describe('Address of the page, with the place on it')),
});

export const assistantAnswerContract = contract({
  name: 'assistant-answer',
  summary: 'Answers a question by quoting texts and figures of this site. What they do not answer has no passages, and a link to the form that asks a person.',
  method: 'POST',
  path: '/_ucmApi/assistant/answer',
  input: z.object({
    question: z.string().check(z.trim(), z.minLength(1), z.maxLength(questionLength)),
    house_id: z._default(z.string().check(z.regex(/^\d{0,10}$/), z.describe('The home it is about')), ''),
  }),
  output: z.object({
    passages: z.array(passage),
    written: z
      .optional(z.object({ text: z.string(), sources: z.array(z.int()) }))
      .check(z.describe('A machine’s words, made of the passages; sources are their places, from 0')),
    ask: z.string().check(z.describe('Address of the form that asks a person')),
  }),
  access: 'public',
  errors: ['not-found'],
  limit: 'search',
  // It is asked by POST to keep questions out of addresses; it changes nothing.
  csrf: 'never',
  fulfils: ['R1.40', 'R7.172'],
});
