/** The calls of accounts as browsers make them: each with cookies of its own, and with the letters that were sent. */
import { randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Contract } from '#lib/api/contract.ts';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { consentVersion, markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { loginStartContract, attemptCodeContract, registerContract } from '#lib/features/accounts/entering.contract.ts';
import type { Identities } from '#lib/ports/identity/open-identities.ts';
import type { FileKeeper, KeptFile, Mailer } from '#lib/mail/mailer.ts';
import { done, refused } from '#lib/outcome.ts';
import { createKeyRing } from '#lib/secrets.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Texter } from '#lib/sms/texter.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { TestDatabase } from './database.ts';
import { openTestApi } from './test-api.ts';
import type { Answered, TestApi } from './test-api.ts';

export type Letter = {
  readonly to: string;
  readonly name: string;
  readonly locale: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly files?: readonly KeptFile[];
  /** By which it can be answered. */
  readonly replyToken?: string;
};

/** A browser: it keeps cookies, and sends the token of its visit along. */
export type Browser = {
  readonly cookies: Map<string, string>;
  call<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    contract: Contract<I, O>,
    values?: Readonly<Record<string, string | number>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered<z.output<O>>>;
};

export type AccountsDesk = {
  readonly on: TestApi;
  readonly letters: Letter[];
  /** Who reads what goes along with letters. */
  readonly keepers: ReadonlyMap<string, FileKeeper>;
  /** What operators are told. */
  readonly notes: string[];
  readonly secrets: Secrets;
  /** What the clock says; tests move it. */
  readonly clock: { now: Date };
  /** `spent`: no message to a phone can be had; `mailsSpent`: no mail; `broken`: what was prepared cannot be sent; `takenBack`: so many were. */
  readonly budget: { spent: boolean; mailsSpent: boolean; broken: boolean; takenBack: number };
  browser(): Browser;
  /** The code that was sent to a contact last. */
  lastCode(to: string): string;
  /** A browser of somebody new who has just registered. */
  registered(email: string, password?: string): Promise<Browser>;
  close(): Promise<void>;
};

type Options = {
  /** Third parties that vouch for people; none without them. */
  readonly identities?: Identities;
  readonly settings?: Readonly<Record<string, string>>;
  /** What everything is signed and sealed with; one of its own without it. */
  readonly secret?: Buffer;
  readonly now?: Date;
  /** Hears of each letter in the transaction that causes it, which may be undone. `once`: its own name, under which it is sent once. */
  readonly onLetter?: (tx: DbTransaction, letter: Pick<Letter, 'to' | 'name'> & { readonly once: string | undefined }) => Promise<unknown>;
  /** Where all is kept; a database of the test run without it. */
  readonly open?: () => Promise<TestDatabase>;
  /** Fills the database before services open. */
  readonly fill?: (base: TestDatabase) => Promise<void>;
};

export async function openAccountsDesk({
  settings = {},
  secret = randomBytes(32),
  now = testNow,
  open,
  fill,
  onLetter = async () => undefined,
  identities = new Map(),
}: Options = {}): Promise<AccountsDesk> {
  const secrets: Secrets = { ...createKeyRing([secret]), isShared: true, notes: [] };
  const letters: Letter[] = [];
  const keepers = new Map<string, FileKeeper>();
  const notes: string[] = [];
  const sentOnce = new Set<string>();
  const budget = { spent: false, mailsSpent: false, broken: false, takenBack: 0 };
  const clock = { now };
  const mailer: Mailer = {
    async send(tx, mail, to, locale, input, { files = [], once, replyToken } = {}) {
      await onLetter(tx, { to: to.address, name: mail.name, once });
      if (once !== undefined && sentOnce.has(`${mail.name} ${once}`)) return;
      if (once !== undefined) sentOnce.add(`${mail.name} ${once}`);
      const given = { to: to.address, name: mail.name, locale, input: mail.input.parse(input) as Letter['input'] };
      const letter = replyToken === undefined ? given : { ...given, replyToken };
      letters.push(files.length === 0 ? letter : { ...letter, files });
    },
    take: async () => (budget.mailsSpent ? undefined : { takeBack: async () => void (budget.takenBack += 1) }),
    keepsFiles: (keeper, read) => void keepers.set(keeper, read),
    jobs: [],
  };
  const waiting = new Map<string, Letter>();
  const texter: Texter = {
    sendsTo: () => false,
    async prepare(sms, to, locale, input, until) {
      if (budget.spent) return refused('budget-spent');
      const id = String(waiting.size);
      waiting.set(id, { to, name: sms.name, locale, input });
      return done({ id, segments: 1, until, sealed: '' });
    },
    async send(_, { id }) {
      if (budget.broken) throw new Error('the queue is away');
      const letter = waiting.get(id);
      if (letter) letters.push(letter);
    },
    async takeBack() {
      budget.takenBack += 1;
    },
    stateOf: async () => undefined,
    jobs: [],
  };
  const on = await openTestApi({
    afterwards: { mailer, texter, secrets, identities },
    progress: (line) => void notes.push(line),
    now: () => clock.now,
    settings: { RATE_LIMIT_FACTOR: '0', ...settings },
    ...(open ? { open } : {}),
    ...(fill ? { fill } : {}),
  });
  const csrf = csrfOf({ secrets });

  function browser(): Browser {
    const visit = randomBytes(16).toString('base64url');
    const cookies = new Map<string, string>([[ownCookies.visit, visit]]);
    return {
      cookies,
      async call(contract, values = {}, headers = {}) {
        const marker = cookies.get(markerCookie);
        const answer = await on.call(contract, values, 'en-us', {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          origin: on.services.site.origin,
          'sec-fetch-site': 'same-origin',
          'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/140.0',
          [wireHeaders.antiForgery]: marker ? decodeURIComponent(marker) : csrf.tokenFor(`pre:${cookies.get(ownCookies.visit) ?? ''}`),
          ...headers,
        });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^(?:__Host-)?([^=]+)=([^;]*)/.exec(line) ?? [];
          if (/Max-Age=0(?:;|$)/.test(line)) cookies.delete(name);
          else cookies.set(name, value);
        }
        return answer;
      },
    };
  }

  const lastCode = (to: string): string => String(letters.findLast((letter) => letter.to === to && 'code' in letter.input)?.input['code'] ?? '');

  return {
    on,
    letters,
    keepers,
    notes,
    secrets,
    clock,
    budget,
    browser,
    lastCode,
    async registered(email, password = '') {
      const own = browser();
      await own.call(loginStartContract, { canal: '2', email, consent_terms: consentVersion });
      await own.call(attemptCodeContract, { code: lastCode(email) });
      const answer = await own.call(registerContract, { password, consent_age: consentVersion, consent_transfer: consentVersion });
      if (answer.error_code !== 0) throw new Error(`nobody was registered: ${answer.message}`);
      return own;
    },
    close: () => on.close(),
  };
}
