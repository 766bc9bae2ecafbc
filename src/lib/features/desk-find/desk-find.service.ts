/**
 * What staff find by any part of what it is called. Names, mailboxes and numbers stand encrypted in the database; what they are found by are keyed
 * marks of their pieces, and each thing that has the marks is opened and compared before it counts as found.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { SupplierParty } from '#lib/features/supplier-parties/supplier-parties.schema.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import type { Secrets } from '#lib/secrets.ts';
import { askedGrams, deskQuery, deskText, gramsOf, isFoundIn } from './desk-find.rules.ts';
import type { DeskFindRepository, HouseSource, OrderSource, PersonSource, SupplierSource, ThreadSource } from './desk-find.repository.ts';
import type { DeskQuery, FindKind, FindPage } from './desk-find.schema.ts';
import type { Marks } from './marks.rules.ts';

/** Somebody as staff see them in a list. */
export type FoundName = { readonly name: string; readonly email: string; readonly phone: string };
export type FoundOrder = OrderSource & { readonly who: FoundName };
export type FoundThread = ThreadSource & { readonly who: FoundName };
export type FoundPerson = PersonSource & { readonly who: FoundName };
type FoundOf = { order: FoundOrder; person: FoundPerson; thread: FoundThread; house: HouseSource; supplier: SupplierSource };

type Parts = {
  readonly repository: DeskFindRepository;
  readonly marks: Marks;
  readonly secrets: Pick<Secrets, 'decrypt'>;
  /** One at a time on all nodes: marks of an older text must not come after those of a newer one. */
  readonly inTurn: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/** Changes that are read in one transaction. */
const batch = 300;
/** Pages of what has the marks that are opened for one page of what is found. */
const mostRounds = 4;

type Answers = Readonly<Record<string, string | undefined>>;
type Texts = readonly (string | undefined | null)[];
/** What a row says, opened: what it is found by, and what of it is shown. */
type Opened<T> = { readonly shown: T; readonly parts: Texts };

export type DeskFind = ReturnType<typeof createDeskFind>;

export function createDeskFind({ repository, marks, secrets, inTurn }: Parts) {
  function read<T>(purpose: 'orders' | 'contacts', sealed: string | undefined): Partial<T> {
    const text = sealed === undefined ? undefined : secrets.decrypt(purpose, sealed);
    return text === undefined ? {} : (JSON.parse(text) as Partial<T>);
  }
  const contactsOf = (sealed: readonly string[]): readonly string[] => sealed.map((one) => secrets.decrypt('contacts', one) ?? '');
  const nameIn = ({ full_name: full, own_name: own }: Answers): string => own || full || '';
  /** As it is kept elsewhere, with its country; as it was typed where it is none. */
  function mobileIn({ mobile = '', mobile_country: country = '' }: Answers): string {
    const parsed = mobile === '' ? undefined : parsePhone(country, mobile);
    return parsed?.ok ? parsed.value.e164 : mobile;
  }
  const saidIn = (answers: Answers): Texts => [answers['full_name'], answers['own_name'], mobileIn(answers)];
  const mailIn = (contacts: readonly string[]): string => contacts.find((one) => one.includes('@')) ?? '';
  const phoneIn = (contacts: readonly string[]): string => contacts.find((one) => one.startsWith('+')) ?? '';
  const houseTexts = (house: OrderSource['house']): Texts =>
    house ? [house.name, house.nameZh, ...Object.values(house.names), house.address, house.postalCode] : [];
  type Asker = { readonly firstName: string; readonly lastName: string; readonly email: string; readonly phone: string };
  const askerTexts = ({ firstName = '', lastName = '', email, phone }: Partial<Asker>): Texts => [
    `${firstName} ${lastName}`,
    `${lastName} ${firstName}`,
    email,
    phone,
  ];

  function openOrder(row: OrderSource): Opened<FoundOrder> {
    const { email = '', answers = {}, guardian } = read<{ email: string; answers: Answers; guardian: { name: string; email: string } }>('orders', row.sealed);
    const contacts = contactsOf(row.contacts);
    const who = { name: nameIn(answers) || (row.nickname ?? ''), email: email || mailIn(contacts), phone: mobileIn(answers) || phoneIn(contacts) };
    const { name, nameZh, names = {}, supplier } = row.home;
    const parts = [
      row.code,
      ...saidIn(answers),
      email,
      row.nickname,
      ...contacts,
      guardian?.name,
      guardian?.email,
      name,
      nameZh,
      ...Object.values(names),
      supplier,
    ];
    return { shown: { ...row, who }, parts: [...parts, ...houseTexts(row.house)] };
  }

  function openThread(row: ThreadSource): Opened<FoundThread> {
    const asker = read<Asker>('contacts', row.sealed);
    const contacts = contactsOf(row.contacts);
    const who = {
      name: `${asker.firstName ?? ''} ${asker.lastName ?? ''}`.trim() || (row.nickname ?? ''),
      email: asker.email || mailIn(contacts),
      phone: asker.phone || phoneIn(contacts),
    };
    return {
      shown: { ...row, who },
      parts: [row.reference, row.orderCode, ...askerTexts(asker), row.nickname, ...contacts, row.placeWords, ...houseTexts(row.house)],
    };
  }

  function openPerson(row: PersonSource): Opened<FoundPerson> {
    const contacts = contactsOf(row.contacts);
    const said = [read<Answers>('orders', row.profile) as Answers, ...row.applications.map((one) => read<{ answers: Answers }>('orders', one).answers ?? {})];
    const asked = row.questions.map((one) => read<Asker>('contacts', one));
    const who = {
      name: said.map(nameIn).find((name) => name !== '') ?? row.nickname ?? '',
      email: mailIn(contacts),
      phone: phoneIn(contacts),
    };
    return { shown: { ...row, who }, parts: [row.nickname, ...contacts, ...said.flatMap(saidIn), ...asked.flatMap(askerTexts)] };
  }

  const openHouse = (row: HouseSource): Opened<HouseSource> => ({ shown: row, parts: [row.ref, ...houseTexts(row)] });

  function openSupplier(row: SupplierSource): Opened<SupplierSource> {
    const { legalName, registration, email, phone } = read<SupplierParty>('orders', row.party);
    return { shown: row, parts: [row.name, row.slug, row.email, legalName, registration, email, phone] };
  }

  type Opener<K extends FindKind> = (ids: readonly number[], tx?: DbTransaction) => Promise<readonly Opened<FoundOf[K]>[]>;
  const openers: { readonly [K in FindKind]: Opener<K> } = {
    order: async (ids, tx) => (await repository.orders(ids, tx)).map(openOrder),
    person: async (ids, tx) => (await repository.people(ids, tx)).map(openPerson),
    thread: async (ids, tx) => (await repository.threads(ids, tx)).map(openThread),
    house: async (ids, tx) => (await repository.houses(ids, tx)).map(openHouse),
    supplier: async (ids, tx) => (await repository.suppliers(ids, tx)).map(openSupplier),
  };

  /** Reads what was changed, oldest first. @returns how much; 0 where nothing was. */
  function followOnce(): Promise<number> {
    return inTurn(async (tx) => {
      const taken = await repository.take(tx, batch);
      for (const kind of new Set(taken.map((one) => one.kind))) {
        const ids = taken.filter((one) => one.kind === kind).map(({ id }) => id);
        const opened = await openers[kind](ids, tx);
        const there = new Set(opened.map(({ shown }): number => shown.id));
        await repository.put(
          tx,
          kind,
          opened.map(({ shown, parts }) => ({ id: shown.id, marks: marks.toKeep(kind, gramsOf(deskText(parts))) })),
        );
        await repository.drop(
          tx,
          kind,
          ids.filter((id) => !there.has(id)),
        );
      }
      return taken.length;
    });
  }

  /** Candidates in rounds, each opened and compared, until there are enough. */
  async function found<K extends FindKind>(kind: K, query: DeskQuery, { before, most }: FindPage): Promise<readonly FoundOf[K][]> {
    const ways = query.ways.flatMap((words) => marks.toAsk(kind, askedGrams(words)));
    const kept: FoundOf[K][] = [];
    let next = before;
    for (let round = 0; round < mostRounds && kept.length < most; round++) {
      const ids = await repository.marked(kind, ways, { before: next, most });
      if (ids.length === 0) break;
      for (const { shown, parts } of await openers[kind](ids)) if (isFoundIn(deskText(parts), query)) kept.push(shown);
      if (ids.length < most) break;
      next = ids.at(-1);
    }
    return kept.slice(0, most);
  }

  return {
    /** Reads all that was changed, as far as time allows. */
    async follow(signal?: AbortSignal): Promise<void> {
      for (let taken = 1; taken > 0; ) {
        if (signal?.aborted) return;
        taken = await followOnce();
      }
    },

    /** Before somebody looks for something: what has just been changed is read first, as far as it does not take long. */
    async catchUp(): Promise<void> {
      if (await repository.isBehind()) await followOnce();
    },

    /** What has what is looked for, newest first. @param query as `deskQuery` reads it. */
    find: found,

    /**
     * Numbers of what has what is looked for, newest first, for a list that filters by text: `where id = any(…)` beside its other filters.
     * Undefined where the text is too short to look for, and then the list is not filtered.
     * @param most 1 to 500.
     */
    async ids(kind: FindKind, text: string, most = 500): Promise<readonly number[] | undefined> {
      const query = deskQuery(text);
      if (!query) return undefined;
      return (await found(kind, query, { most })).map(({ id }): number => id);
    },
  };
}
