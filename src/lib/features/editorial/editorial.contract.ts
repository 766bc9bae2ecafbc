/** Calls that give out what editors wrote: the texts of the pages of the same name, in the reader's language. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { idInput } from '#lib/ids/id.schema.ts';

const text = {
  title: z.string(),
  description: z.string(),
  updated: z.string().check(z.describe('Day of the last change, YYYY-MM-DD')),
  url: z.string().check(z.describe('Path of the page with the same text')),
  sections: z.array(
    z.object({
      heading: z.string().check(z.describe('Empty for what stands before the first heading')),
      text: z.string().check(z.describe('Plain text, a paragraph or entry on each line')),
    }),
  ),
};
const page = z.object(text);
const read = { method: 'GET', access: 'public', keepFor: 300 } as const;

export const helpContentContract = contract({
  ...read,
  name: 'content-help',
  summary: 'What the help says, in its order: all of it, or the one of a number.',
  path: '/_api/content/help',
  input: z.object({ id: z.optional(idInput) }),
  output: z.object({ items: z.array(z.object({ id: z.int(), ...text })) }),
  errors: ['not-found'],
  fulfils: ['R7.165'],
});

export const aboutContentContract = contract({
  ...read,
  name: 'content-about',
  summary: 'What the page about us says.',
  path: '/_api/content/about',
  input: z.object({}),
  output: page,
  fulfils: ['R7.166'],
});

export const contactContentContract = contract({
  ...read,
  name: 'content-contact',
  summary: 'How to reach a person: address, number and hours, and what the page about it says.',
  path: '/_api/content/contact',
  input: z.object({}),
  output: z.object({
    ...text,
    email: z.string(),
    phone: z.string().check(z.describe('`+` and digits')),
    hours: z.string().check(z.describe('When somebody answers it, in words')),
  }),
  fulfils: ['R7.167'],
});

export const partnersContentContract = contract({
  ...read,
  name: 'content-partners',
  summary: 'What the page for partners says.',
  path: '/_api/content/partners',
  input: z.object({}),
  output: page,
  fulfils: ['R7.168'],
});

export const consultantsContentContract = contract({
  ...read,
  name: 'content-consultants',
  summary: 'What the page about our advisers says.',
  path: '/_api/content/consultants',
  input: z.object({}),
  output: page,
  fulfils: ['R7.169'],
});
