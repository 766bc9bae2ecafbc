/** Calls of what somebody is told of things of theirs. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { everyNewsKind, newsChoicesForm, readNewsForm } from './news.schema.ts';

export const newsContract = contract({
  name: 'news',
  summary: 'What somebody was told of things of theirs, the latest first, with how much of it is new.',
  method: 'GET',
  path: '/_appApi/news',
  input: z.object({}),
  output: z.object({
    unread: z.int(),
    items: z.array(
      z.object({ id: z.int(), kind: z.enum(everyNewsKind), title: z.string(), text: z.string(), href: z.string(), told_at: z.string(), read: z.boolean() }),
    ),
  }),
  access: 'login',
  errors: ['login-needed'],
  fulfils: ['R2.147'],
});

export const readNewsContract = contract({
  name: 'news-read',
  summary: 'Says that all news up to one were read.',
  method: 'POST',
  path: '/_appApi/news/read',
  input: inputOf(readNewsForm),
  output: z.object({ unread: z.int() }),
  access: 'login',
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R2.147'],
});

export const newsChoicesContract = contract({
  name: 'news-choices',
  summary: 'Says which news somebody wants by mail as well.',
  method: 'POST',
  path: '/_appApi/news/choices',
  input: inputOf(newsChoicesForm),
  output: z.object({}),
  access: 'login',
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R2.147'],
});
