/**
 * Signing in by Google's own prompt. Before it is shown the server gives a word (nonce) and remembers it for this browser; the token that
 * Google then signs must hold that word, so nobody is signed in by a token that somebody else got, or got before.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Locale } from '#lib/i18n/locales.ts';
import { refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Identities } from '#lib/ports/identity/open-identities.ts';
import type { RouteName } from '#lib/routes.ts';
import type { Visit } from './signing-in.service.ts';
import type { ChallengesService } from './challenges.service.ts';
import { mayShowOneTap, oneTapLife } from './one-tap.rules.ts';
import type { Entered, ThirdPartiesService } from './third-parties.service.ts';

const shape = z.object({ nonce: z.string() });

type Begun = { readonly clientId: string; readonly script: string; readonly nonce: string; readonly key: string };

type Parts = {
  readonly identities: Identities;
  readonly challenges: Pick<ChallengesService, 'of'>;
  readonly thirds: Pick<ThirdPartiesService, 'offered' | 'enterByToken'>;
  readonly isOverseas: boolean;
};

export type OneTapService = ReturnType<typeof createOneTap>;

export function createOneTap({ identities, challenges, thirds, isOverseas }: Parts) {
  const prompts = challenges.of('one-tap', shape);
  const google = identities.get('google');
  const prompt = google?.prompt;
  const isTrial = google?.trial !== undefined;
  // Where a stand-in is tried, so is what the overseas edition alone has.
  const isOn = (locale: Locale, route: RouteName): boolean => prompt !== undefined && (isOverseas || isTrial) && mayShowOneTap(locale, route);

  return {
    /** Whether a page is one that may show it, where this site has it at all. */
    isOn,

    /** Whether Google's own script shows it there, which a page's policy has to allow. */
    asksGoogle: (locale: Locale, route: RouteName): boolean => !isTrial && isOn(locale, route),

    /** What the prompt is shown with; undefined for readers to whom Google is not offered. `key` is for a cookie of the browser that asks. */
    async begin(reader: Pick<Visit, 'locale' | 'country' | 'userAgent' | 'now'>): Promise<Begun | undefined> {
      const { locale, country, userAgent, now } = reader;
      if (prompt === undefined || locale === 'zh-cn' || !thirds.offered({ locale, country, userAgent }).includes('google')) return undefined;
      const nonce = randomBytes(24).toString('base64url');
      return { ...prompt, nonce, key: await prompts.put({ nonce }, oneTapLife, now) };
    },

    /** Signs in whom the token means. A prompt is answered once, whatever comes of it. @param key of the browser's cookie. */
    async finish(
      token: string,
      key: string,
      redirect: string,
      visit: Visit,
    ): Promise<Outcome<Entered, 'gone' | 'unknown' | 'refused' | 'unavailable' | 'locked' | 'sign-in-first'>> {
      const begun = key === '' || key.length > 128 ? undefined : await prompts.take(key, visit.now);
      return begun ? thirds.enterByToken('google', token, '', visit, { nonce: begun.nonce, redirect }) : refused('gone');
    },
  };
}
