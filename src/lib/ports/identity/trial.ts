/**
 * The embedded default: stands in for a third party on a page of ours, so that every way can be walked where none is set up. Whoever
 * opens it says who they are, so it is for the machine of a developer alone; where others could reach the site it is off. What it
 * vouches for is of this stand-in and of no account there: a way that is set up in earnest knows nobody of it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { localeFacts } from '#lib/i18n/locales.ts';
import { jsonOf } from '../outside.ts';
import { codeOf, isSame, notVouched, shownName } from './identity.ts';
import type { IdentityName, IdentityProvider, Vouching } from './identity.ts';

/** Milliseconds for which its codes and tokens are good. */
const codeLife = 300_000;
const said = z.tuple([z.string(), z.string(), z.string(), z.number()]);

/** @param now in milliseconds, for tests. */
export function trialIdentity(name: IdentityName, now: () => number = Date.now): IdentityProvider {
  // Of this process: who comes back after a start begins anew.
  const key = randomBytes(32);
  const seal = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  /** @param use what it is good for: a code of a way is no token of a prompt. */
  const sealed = (use: string, person: string, word: string): string => {
    const text = Buffer.from(JSON.stringify([use, person, word, now()])).toString('base64url');
    return `${text}.${seal(text)}`;
  };
  function vouched(use: string, given: string, word: string): Vouching {
    const [text = '', signature = ''] = given.split('.');
    const read = isSame(signature, seal(text)) ? said.safeParse(jsonOf(Buffer.from(text, 'base64url'))) : undefined;
    if (!read?.success) return notVouched('refused', 'it is none of this stand-in');
    const [of, person, asked, at] = read.data;
    if (of !== use || asked !== word || now() - at > codeLife) return notVouched('refused', 'it is of another way, or too old');
    return { ok: true, value: { subject: `trial:${person.toLowerCase()}`, aliases: [], verifiedEmail: undefined, name: shownName(person) } };
  }
  const prompted = `${name} prompt`;
  // Of the four, Google alone has a prompt that lies over pages.
  const prompt: Pick<IdentityProvider, 'prompt' | 'vouchFor'> =
    name === 'google'
      ? {
          prompt: { clientId: 'trial', script: '' },
          // A token counts for the word it was asked with alone.
          vouchFor: async (token, { nonce }) => (nonce === undefined ? notVouched('refused', 'no word was given') : vouched(prompted, token, nonce)),
        }
      : {};
  return {
    ...prompt,
    name,
    // Its page is one of ours.
    leadsTo: [],
    serves: () => true,
    trial: {
      codeFor: (person, state) => sealed(name, person, state),
      tokenFor: (person, nonce) => sealed(prompted, person, nonce),
    },
    async authorizeUrl({ state }, locale) {
      const { prefix } = localeFacts[locale];
      return { ok: true, value: `${prefix === '' ? '' : `/${prefix}`}/users/trial/${name}?${new URLSearchParams({ state })}` };
    },
    async exchange(back, request) {
      const code = codeOf(back, request);
      return code.ok ? vouched(name, code.value, request.state) : code;
    },
  };
}
