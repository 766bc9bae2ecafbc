/** Signing in with a third party: the way there, the way back, and what comes of it. */
import { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { authorizationRequestShape, newAuthorizationRequest } from '#lib/ports/identity/identity.ts';
import type { IdentityProvider, NotVouched, Return, Vouched } from '#lib/ports/identity/identity.ts';
import type { Identities } from '#lib/ports/identity/open-identities.ts';
import type { Secrets } from '#lib/secrets.ts';
import { environmentOf } from '#lib/user-agent.ts';
import type { AccountsService } from './accounts.service.ts';
import type { PersonNotices } from './person-notices.service.ts';
import type { SignedIn, SigningInService, Visit } from './signing-in.service.ts';
import type { ConsentKind } from './accounts.schema.ts';
import type { ChallengesService } from './challenges.service.ts';
import { masked } from './contacts.rules.ts';
import type { ScanPerson, ScansService } from './scans.service.ts';
import type { KeyedSubject, ThirdPartiesRepository } from './third-parties.repository.ts';
import { isInWechat, nicknameOf, waysOffered } from './third-parties.rules.ts';
import { thirdParties, wayLife } from './third-parties.schema.ts';
import type { ThirdParty } from './third-parties.schema.ts';

/** A way to a third party that a browser has set out on. */
const wayShape = z.object({
  provider: z.enum(thirdParties),
  request: authorizationRequestShape,
  /** Where they go when they are back: a path of ours. */
  redirect: z.string(),
  /** The session whose account is to be connected; without it somebody signs in. */
  session: z.string().optional(),
  /** The code of a desk that is to be signed in. */
  scan: z.string().optional(),
});

/** Somebody new for whom a third party has vouched, and who has agreed to nothing yet. */
const newcomerShape = z.object({
  provider: z.enum(thirdParties),
  subject: z.string(),
  aliases: z.array(z.string()),
  email: z.string().optional(),
  name: z.string().optional(),
  redirect: z.string(),
});
export type Newcomer = z.infer<typeof newcomerShape>;

/** `newcomer`: by which somebody new goes on, within half an hour. */
export type Entered =
  | { readonly kind: 'signed-in'; readonly provider: ThirdParty; readonly session: SignedIn; readonly redirect: string }
  | { readonly kind: 'newcomer'; readonly key: string; readonly redirect: string };
export type Arrived = Entered | { readonly kind: 'connected' | 'scanned' };

/** `gone`: nothing was begun in this browser, or it is finished or too long ago; `sign-in-first`: an account has the address already. */
export type ArrivalRefusal = 'gone' | 'cancelled' | 'refused' | 'unavailable' | 'sign-in-first' | 'other-account' | 'locked';

type Parts = {
  readonly identities: Identities;
  readonly accounts: Pick<AccountsService, 'ownerOf'>;
  readonly notices: Pick<PersonNotices, 'recordChange'>;
  readonly signingIn: Pick<SigningInService, 'admit' | 'open'>;
  readonly repository: ThirdPartiesRepository;
  readonly challenges: ChallengesService;
  readonly scans: Pick<ScansService, 'confirm'>;
  readonly secrets: Pick<Secrets, 'digests' | 'encrypt' | 'decrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly isOverseas: boolean;
  /** Told what operators should know; it names nobody. */
  readonly onTrouble: (line: string) => void;
};

export type ThirdPartiesService = ReturnType<typeof createThirdPartiesService>;

/** Seconds for which a token that a client brought is not taken again: Facebook's are good for 60 days, and no others for longer. */
const tokenOnce = 61 * 86_400;

/** What of a token was signed: the same claims under a signature that is written another way are the same token. */
const claimsOf = (token: string): string => (token.split('.').length === 3 ? token.slice(0, token.lastIndexOf('.')) : token);

export function createThirdPartiesService({
  identities,
  accounts,
  notices,
  signingIn,
  repository,
  challenges,
  scans,
  secrets,
  transact,
  isOverseas,
  onTrouble,
}: Parts) {
  const ways = challenges.of('way', wayShape);
  const newcomers = challenges.of('newcomer', newcomerShape);

  function keyed(provider: ThirdParty, { subject, aliases }: Pick<Vouched, 'subject' | 'aliases'>): KeyedSubject {
    const digests = (name: string) => secrets.digests('sign-in', `${provider} ${name}`);
    const [first, ...others] = [subject, ...aliases];
    return { provider, newest: [digests(first ?? '')[0], ...others.map((name) => digests(name)[0])], all: [subject, ...aliases].flatMap(digests) };
  }

  const labelOf = ({ email, name }: Pick<Newcomer, 'email' | 'name'>): string =>
    secrets.encrypt('sign-in', email === undefined ? (name ?? '') : masked({ kind: 'email', address: email }));

  const trouble = (provider: ThirdParty, { reason, why }: NotVouched): void => onTrouble(`sign-in with ${provider} ${reason}: ${why}`);

  /** Signs in whom a third party means; somebody new gets a key to go on by. @param own the key they have already, if they have one. */
  async function enter(
    provider: ThirdParty,
    vouched: Vouched,
    redirect: string,
    visit: Visit,
    own?: string,
  ): Promise<Outcome<Entered, 'locked' | 'sign-in-first'>> {
    const subject = keyed(provider, vouched);
    const email = vouched.verifiedEmail;
    const known = await transact(async (tx): Promise<Outcome<SignedIn | undefined, 'locked' | 'sign-in-first'>> => {
      await repository.inTurn(tx, subject);
      const found = await repository.find(tx, subject);
      if (found) {
        await repository.addNames(tx, found.id, subject);
        await repository.touch(tx, found.id, visit.now);
        return signingIn.admit(tx, found.userId, visit);
      }
      // Addresses change hands: that somebody has one today does not make an older account of the same address theirs.
      if (email !== undefined && (await accounts.ownerOf(tx, { kind: 'email', address: email }))) return refused('sign-in-first');
      return done(undefined);
    });
    if (!known.ok) return known;
    if (known.value) return done({ kind: 'signed-in', provider, session: known.value, redirect });
    const newcomer: Newcomer = { provider, subject: vouched.subject, aliases: [...vouched.aliases], email, name: vouched.name, redirect };
    if (own === undefined) return done({ kind: 'newcomer', key: await newcomers.put(newcomer, wayLife.newcomer, visit.now), redirect });
    await newcomers.putUnder(own, newcomer, new Date(visit.now.getTime() + wayLife.newcomer * 1_000));
    return done({ kind: 'newcomer', key: own, redirect });
  }

  async function connect(tx: DbTransaction, userId: UserId, person: Omit<Newcomer, 'redirect'>, now: Date): Promise<Outcome<null, 'other-account'>> {
    const subject = keyed(person.provider, person);
    await repository.inTurn(tx, subject);
    await repository.ownerInTurn(tx, userId);
    const found = await repository.find(tx, subject);
    if (found) return found.userId === userId ? done(null) : refused('other-account');
    // One account of a third party for each account here: another takes its place.
    await repository.remove(tx, userId, person.provider);
    await repository.add(tx, userId, subject, labelOf(person), now);
    await notices.recordChange(tx, userId, { means: 'third-party', change: 'set' });
    return done(null);
  }

  /** Whoever has an app inside WeChat can let a phone vouch for a desk. */
  const hasScans = identities.get('wechat')?.serves({ inWechat: true }) ?? false;

  return {
    /** Whether a browser may show a code for WeChat to scan: a desk, where there is an app inside WeChat (R6.20). */
    showsScans: ({ userAgent }: Pick<Visit, 'userAgent'>): boolean => hasScans && environmentOf(userAgent) === 'desktop' && !isInWechat(userAgent),

    /** The third parties offered to a reader, the first one first. */
    offered: (reader: Pick<Visit, 'locale' | 'country' | 'userAgent'>): readonly ThirdParty[] => {
      const inWechat = isInWechat(reader.userAgent);
      const isServed = (one: IdentityProvider): boolean => one.serves({ inWechat }) || (one.name === 'wechat' && hasScans);
      const served = new Set([...identities.values()].filter(isServed).map(({ name }) => name));
      // Where a stand-in is tried, so is what the overseas edition alone offers.
      const isTried = reader.locale !== 'zh-cn' && identities.get('google')?.trial !== undefined;
      return waysOffered({ ...reader, served, isOverseas: isOverseas || isTried });
    },

    /** Those that a reader may connect with their account here. WeChat vouches for a desk by its own site alone. */
    connectable(reader: Pick<Visit, 'locale' | 'country' | 'userAgent'>): readonly ThirdParty[] {
      const inWechat = isInWechat(reader.userAgent);
      return this.offered(reader).filter((one) => identities.get(one)?.serves({ inWechat }));
    },

    /** The stand-in of a third party; undefined where there is none. */
    trialOf: (provider: ThirdParty): IdentityProvider['trial'] => identities.get(provider)?.trial,

    /** Origins that forms may lead to. */
    leadsTo: [...identities.values()].flatMap((one) => one.leadsTo),

    /**
     * Sets out. `key` is for a cookie of the browser that asks: whoever comes back must bring it.
     * @param session whose account is to be connected; undefined where somebody signs in.
     * @param scan the code of a desk that is to be signed in, in place of the browser that asks.
     */
    async setOut(
      provider: ThirdParty,
      asked: { readonly redirect: string; readonly redirectUri: string; readonly session?: string | undefined; readonly scan?: string },
      { locale, userAgent, now }: Pick<Visit, 'locale' | 'userAgent' | 'now'>,
    ): Promise<Outcome<{ readonly url: string; readonly key: string }, 'unknown' | 'unavailable'>> {
      const { redirectUri, ...rest } = asked;
      const inWechat = isInWechat(userAgent);
      const third = identities.get(provider);
      if (!third?.serves({ inWechat })) return refused('unknown');
      const request = newAuthorizationRequest({ redirectUri, inWechat });
      const address = await third.authorizeUrl(request, locale);
      if (!address.ok) {
        trouble(provider, address);
        return refused('unavailable');
      }
      return done({ url: address.value, key: await ways.put({ provider, request, ...rest }, wayLife.there, now) });
    },

    /** Takes what a third party sent along. A way is taken once, whatever comes of it. @param key of the browser's cookie. */
    async arrive(
      provider: ThirdParty,
      back: Return,
      key: string,
      session: { readonly id: string; readonly userId: UserId } | undefined,
      visit: Visit,
    ): Promise<Outcome<Arrived, ArrivalRefusal>> {
      const way = key === '' ? undefined : await ways.take(key, visit.now);
      const third = identities.get(provider);
      if (!way || !third || way.provider !== provider) return refused('gone');
      const vouching = await third.exchange(back, way.request);
      if (!vouching.ok) {
        if (vouching.reason !== 'cancelled') trouble(provider, vouching);
        return refused(vouching.reason);
      }
      if (way.scan !== undefined) {
        const { subject, aliases, name } = vouching.value;
        return (await scans.confirm(way.scan, { subject, aliases: [...aliases], name }, visit.now)) ? done({ kind: 'scanned' }) : refused('gone');
      }
      if (way.session === undefined) return enter(provider, vouching.value, way.redirect, visit);
      // Who signed out on the way, or signed in as somebody else, connects nothing.
      if (session?.id !== way.session) return refused('gone');
      const { verifiedEmail: email, ...person } = vouching.value;
      const connected = await transact((tx) => connect(tx, session.userId, { ...person, aliases: [...person.aliases], provider, email }, visit.now));
      return connected.ok ? done({ kind: 'connected' }) : connected;
    },

    /** Signs in a desk for whoever confirmed its code on a phone. @param key by which somebody new goes on: that of the desk. */
    enterScanned: (
      { subject, aliases, name }: ScanPerson,
      { key, redirect }: { readonly key: string; readonly redirect: string },
      visit: Visit,
    ): Promise<Outcome<Entered, 'locked' | 'sign-in-first'>> => enter('wechat', { subject, aliases, name, verifiedEmail: undefined }, redirect, visit, key),

    /** Signs in whom a token means that a client got from the third party itself (R7.083–R7.085). A token works once. @param nonce what it must hold, where it was asked for with something. */
    async enterByToken(
      provider: ThirdParty,
      token: string,
      subject: string,
      visit: Visit,
      { nonce, redirect = '' }: { readonly nonce?: string; readonly redirect?: string } = {},
    ): Promise<Outcome<Entered, 'unknown' | 'refused' | 'unavailable' | 'locked' | 'sign-in-first'>> {
      const third = identities.get(provider);
      if (!third?.vouchFor) return refused('unknown');
      const vouching = await third.vouchFor(token, { subject: subject || undefined, nonce });
      if (!vouching.ok) {
        trouble(provider, vouching);
        // Nobody cancels a token.
        return refused(vouching.reason === 'cancelled' ? 'refused' : vouching.reason);
      }
      if (!(await challenges.isFirst(`token ${claimsOf(token)}`, tokenOnce, visit.now))) return refused('refused');
      return enter(provider, vouching.value, redirect, visit);
    },

    /** What a third party said of a person in its form, as the door encrypted it; what nobody here encrypted is nothing. */
    told: (sealed: string): string | undefined => (sealed === '' ? undefined : secrets.decrypt('sign-in', sealed)),

    /** Somebody new who is about to make an account, as far as a page tells of them. */
    newcomer: (key: string, now: Date): Promise<Newcomer | undefined> => newcomers.find(key, now),

    /** Makes an account for somebody new, with what they have agreed to. */
    async register(
      key: string,
      { nickname, consents }: { readonly nickname: string; readonly consents: readonly ConsentKind[] },
      visit: Visit,
    ): Promise<Outcome<{ readonly provider: ThirdParty; readonly session: SignedIn; readonly redirect: string }, 'gone' | 'sign-in-first'>> {
      return transact(async (tx) => {
        const newcomer = await newcomers.take(key, visit.now, tx);
        if (!newcomer) return refused('gone');
        const { provider, email, name, redirect } = newcomer;
        const subject = keyed(provider, newcomer);
        await repository.inTurn(tx, subject);
        // Somebody else, or they themselves in another window, was first.
        if (await repository.find(tx, subject)) return refused('gone');
        const contact = email === undefined ? undefined : ({ kind: 'email', address: email } as const);
        const session = await signingIn.open(tx, contact, { nickname: nickname || nicknameOf(name), consents, countryCode: visit.country }, visit);
        if (!session.ok) return refused('sign-in-first');
        await repository.add(tx, session.value.userId, subject, labelOf(newcomer), visit.now);
        return done({ provider, session: session.value, redirect });
      });
    },

    /** R7.067: connects somebody for whom a third party has vouched with an account that is there. */
    async bind(key: string, userId: UserId, now: Date): Promise<Outcome<null, 'gone' | 'other-account'>> {
      return transact(async (tx) => {
        const newcomer = await newcomers.take(key, now, tx);
        return newcomer ? connect(tx, userId, newcomer, now) : refused('gone');
      });
    },

    /** Takes a third party from an account, unless nobody could get in any more. */
    async disconnect(userId: UserId, provider: ThirdParty): Promise<Outcome<null, 'unknown' | 'last-way'>> {
      return transact(async (tx) => {
        await repository.ownerInTurn(tx, userId);
        if (!(await repository.has(tx, userId, provider))) return refused('unknown');
        if ((await repository.waysInto(tx, userId)) < 2) return refused('last-way');
        await repository.remove(tx, userId, provider);
        await notices.recordChange(tx, userId, { means: 'third-party', change: 'taken' });
        return done(null);
      });
    },

    /** What an account is connected with, with enough of whom to know it again. */
    async of(userId: UserId): Promise<readonly { readonly provider: ThirdParty; readonly label: string; readonly usedAt: Date }[]> {
      const stored = await repository.of(userId);
      return stored.map(({ provider, label, usedAt }) => ({ provider, label: secrets.decrypt('sign-in', label) ?? '', usedAt }));
    },
  };
}
