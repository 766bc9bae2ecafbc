/**
 * What people say in applications. It is kept encrypted with the order, so that it is there after a reload, after signing in, and on another
 * device; what they say of themselves for every application is kept with them.
 */
import { createHash } from 'node:crypto';
import { todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Secrets } from '#lib/secrets.ts';
import { askedIn, savedNames } from './application-forms.schema.ts';
import type { ApplicationPart } from './application-forms.schema.ts';
import { asksOf, bookedOf, isUnderAge, templateFor, unfinished } from './application-templates.rules.ts';
import type { ApplicationTemplate } from './application-templates.rules.ts';
import { majorityIn } from './majority.rules.ts';
import type { Majority } from './majority.rules.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import type { Answers, Guardian, Order } from './orders.schema.ts';

/** What is kept encrypted of an application. `email`: where its applicant is told of it. */
export type Sealed = { readonly email: string; readonly answers: Answers; readonly guardian?: Guardian };

export type ApplicationAnswers = ReturnType<typeof createApplicationAnswers>;

type Parts = {
  readonly repository: Pick<OrdersRepository, 'profile' | 'putProfile' | 'putSealed'>;
  readonly templates: readonly ApplicationTemplate[];
  /** From which age somebody signs alone, by place. */
  readonly majorities: readonly Majority[];
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createApplicationAnswers({ repository, templates, majorities, secrets, transact }: Parts) {
  const seal = (sealed: Sealed): string => secrets.encrypt('orders', JSON.stringify(sealed));
  function open({ sealed }: Pick<StoredOrder, 'sealed'>): Sealed {
    const text = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
    return text === undefined ? { email: '', answers: {} } : (JSON.parse(text) as Sealed);
  }
  const templateOf = (key: string): ApplicationTemplate => {
    const template = templates.find((one) => one.key === key) ?? templates.find((one) => one.key === 'default');
    if (!template) throw new TypeError('there is no template of the key default');
    return template;
  };
  const asksFor = ({ template, asked, quote }: Pick<Order, 'template' | 'asked' | 'quote'>) =>
    asksOf(templateOf(template), { plan: quote.plan, isGroup: asked.group === '1' });

  /** Names the answers of a part as they stand; others have another name. */
  const nameOf = (part: ApplicationPart, answers: Answers): string =>
    createHash('sha256')
      .update(JSON.stringify(askedIn(part).map((name) => answers[name] ?? '')))
      .digest('base64url')
      .slice(0, 22);

  /** What somebody says of themselves for every application. */
  async function profile(userId: UserId, tx?: DbTransaction): Promise<Answers> {
    const sealed = await repository.profile(userId, tx);
    const text = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
    return text === undefined ? {} : (JSON.parse(text) as Answers);
  }

  async function saveProfile(userId: UserId, given: Answers, now: Date): Promise<void> {
    const answers = Object.fromEntries(savedNames.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
    await transact((tx) => repository.putProfile(tx, userId, secrets.encrypt('orders', JSON.stringify(answers)), now));
  }

  return {
    seal,
    open,
    profile,

    /** Keeps what somebody says of themselves for every application. */
    saveProfile,

    /** Keeps what an application said of them for the next ones, beside what they said before and did not say here. */
    async keepForNext(userId: UserId, order: StoredOrder, now: Date): Promise<void> {
      const said = Object.entries(open(order).answers).filter(([, value]) => value !== '');
      await saveProfile(userId, { ...(await profile(userId)), ...Object.fromEntries(said) }, now);
    },

    /** The template of a home. @throws {TypeError} where editors keep none of the key `default` */
    templateFor: (house: House): ApplicationTemplate =>
      templateFor(templates, { country: house.city.country.slug, kind: house.supplier.kind }) ?? templateOf('default'),
    /** What an application asks, by its template and by what was chosen. */
    asksFor,
    answersOf: (order: StoredOrder): Answers => open(order).answers,
    /** Names of who applies: as in their passport, and in a script of their own where they told it. */
    namesOf(order: StoredOrder): readonly string[] {
      const { full_name: full = '', own_name: own = '' } = open(order).answers;
      return [full, own].filter((name) => name.trim() !== '');
    },
    nameOf,
    /** Names what is said in a part of an application, as `nameOf` does. */
    seenOf: (order: StoredOrder, part: ApplicationPart): string => nameOf(part, open(order).answers),
    emailFor: (order: StoredOrder): string => open(order).email,
    /** Whether somebody has to sign with who applies, on a day. */
    needsGuardian(order: StoredOrder, now: Date): boolean {
      const today = todayIn(order.home.zone, now);
      const byLaw = order.home.place && majorityIn(majorities, order.home.place, today);
      return isUnderAge(open(order).answers, today, templateOf(order.template).majority ?? byLaw);
    },
    guardianOf: (order: StoredOrder): Guardian | undefined => open(order).guardian,
    putGuardian: (tx: DbTransaction, order: StoredOrder, guardian: Guardian): Promise<void> =>
      repository.putSealed(tx, order.id, seal({ ...open(order), guardian })),
    /** Which part still wants something; undefined where all is there. @param answers others than are kept with it */
    unfinished: (order: StoredOrder, now: Date, answers: Answers = open(order).answers) => unfinished(asksFor(order), answers, bookedOf(order, now)),
  };
}
