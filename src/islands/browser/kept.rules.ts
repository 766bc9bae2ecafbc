/**
 * What a reader keeps on a device: one value, read from text that anything may have written, and bounded. Times are
 * seconds since 1970. How a device and an account stay one list: `kept-account.rules.ts`. Pure.
 */

const version = 1;
export const keptMost = { favourites: 500, unsent: 500, compared: 4, recent: 24, notices: 50, name: 120, href: 600, words: 300 } as const;

export type KeptHome = { readonly id: number; readonly at: number };
/** A home, or one unit of it, with its name as it was shown when it was added. */
export type ComparedHome = KeptHome & { readonly unit?: number; readonly name: string };
/** The list a reader was at last, and what it asked in the words of its page. */
export type KeptQuestion = { readonly href: string; readonly words: string; readonly at: number };

/** A heart that was pressed or released here, which the account has not heard of, or (`refused`) has no room for. */
export type UnsentHeart = KeptHome & { readonly kept: boolean; readonly refused?: true };
/** Whose account the favourites here are a copy of, and when it last answered. `id` 0: it has not yet. */
export type KeptAccount = {
  readonly id: number;
  readonly at: number;
  /** Counts the answers, so that a tab knows of those that another tab was given meanwhile. */
  readonly turn: number;
  /** Seconds by which this device's clock is ahead of the server's, behind where it is negative; undefined until the first answer. */
  readonly ahead: number | undefined;
  /** When the last word of this device was said, by the server's clock: the next one comes after it. */
  readonly last: number;
};

/** What the device knows of the account's history: when it last answered, and when everything was forgotten here, untold as yet (else 0). */
export type KeptHistory = { readonly at: number; readonly isOff: boolean; readonly forgotten: number };

/** Newest first, but for `compared`, which stays in the order of its columns. */
export type Kept = {
  readonly favourites: readonly KeptHome[];
  readonly compared: readonly ComparedHome[];
  /** What the account said last is compared, as an address has it; undefined as long as it was not asked. */
  readonly toldCompared: string | undefined;
  /** Undefined until the reader has agreed that homes looked at are remembered. */
  readonly recent: readonly KeptHome[] | undefined;
  readonly question: KeptQuestion | undefined;
  /** Locale, as in `localeFacts`. */
  readonly language: string | undefined;
  /** Homes that the reader wants to hear of. */
  readonly notices: readonly KeptHome[];
  /** Undefined as long as nobody has signed in here. */
  readonly account: KeptAccount | undefined;
  /** Of each home its last word; empty without an account. */
  readonly unsent: readonly UnsentHeart[];
  /** Undefined as long as no account was told of homes looked at. */
  readonly history: KeptHistory | undefined;
  /** Homes looked at of which the account has not heard; empty without one. */
  readonly untold: readonly KeptHome[];
};

export const nothingKept: Kept = {
  favourites: [],
  compared: [],
  toldCompared: undefined,
  recent: undefined,
  question: undefined,
  language: undefined,
  notices: [],
  account: undefined,
  unsent: [],
  history: undefined,
  untold: [],
};

type Unknown = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Unknown => typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 999_999_999;
const isTime = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e11;
const textOf = (value: unknown, most: number): string | undefined => (typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined);
const matching = (value: unknown, pattern: RegExp): string | undefined => (typeof value === 'string' && pattern.test(value) ? value : undefined);

const homeKey = (home: { readonly id: number; readonly unit?: number }): string => (home.unit === undefined ? `${home.id}` : `${home.id}-${home.unit}`);

function unique<Home extends { readonly id: number; readonly unit?: number }>(homes: readonly Home[], most: number): readonly Home[] {
  const seen = new Set<string>();
  return homes.filter((home) => !seen.has(homeKey(home)) && seen.add(homeKey(home))).slice(0, most);
}

function readHomes(value: unknown, most: number): readonly KeptHome[] {
  // Four times as many are looked at, so that a list a stranger made long costs little.
  const homes = (Array.isArray(value) ? value.slice(0, most * 4) : []).flatMap((one: unknown): KeptHome[] =>
    isRecord(one) && isId(one['id']) && isTime(one['at']) ? [{ id: one['id'], at: one['at'] }] : [],
  );
  return unique(homes, most);
}

function readCompared(value: unknown): readonly ComparedHome[] {
  const homes = (Array.isArray(value) ? value.slice(0, keptMost.compared * 4) : []).flatMap((one: unknown): ComparedHome[] => {
    if (!isRecord(one) || !isId(one['id']) || !isTime(one['at'])) return [];
    const home = { id: one['id'], at: one['at'], name: textOf(one['name'], keptMost.name) ?? '' };
    return [isId(one['unit']) ? { ...home, unit: one['unit'] } : home];
  });
  return unique(homes, keptMost.compared);
}

function readQuestion(value: unknown): KeptQuestion | undefined {
  if (!isRecord(value) || !isTime(value['at'])) return undefined;
  // Of this site alone: a path, and none that a browser takes for another host.
  const href = matching(value['href'], /^\/(?![/\\])[^\s\\]{0,599}$/);
  const words = textOf(value['words'], keptMost.words);
  return href && words ? { href, words, at: value['at'] } : undefined;
}

function readAccount(value: unknown): KeptAccount | undefined {
  if (!isRecord(value) || !(value['id'] === 0 || isId(value['id'])) || !isTime(value['at'])) return undefined;
  const { turn, ahead, last } = value;
  return {
    id: Number(value['id']),
    at: value['at'],
    turn: isTime(turn) ? turn : 0,
    ahead: Number.isInteger(ahead) && Math.abs(Number(ahead)) < 1e11 ? Number(ahead) : undefined,
    last: isTime(last) ? last : 0,
  };
}

function readHistory(value: unknown): KeptHistory | undefined {
  if (!isRecord(value) || !isTime(value['at'])) return undefined;
  return { at: value['at'], isOff: value['isOff'] === true, forgotten: isTime(value['forgotten']) ? value['forgotten'] : 0 };
}

function readUnsent(value: unknown): readonly UnsentHeart[] {
  const hearts = (Array.isArray(value) ? value.slice(0, keptMost.unsent * 4) : []).flatMap((one: unknown): UnsentHeart[] =>
    isRecord(one) && isId(one['id']) && isTime(one['at']) && typeof one['kept'] === 'boolean'
      ? [{ id: one['id'], at: one['at'], kept: one['kept'], ...(one['refused'] === true && one['kept'] ? { refused: true } : {}) }]
      : [],
  );
  return unique(hearts, keptMost.unsent);
}

/**
 * Reads what a storage had. What is no text of ours gives nothing; a newer version's is left alone by `writeKept`.
 * @example readKept('nonsense') // undefined
 */
export function readKept(text: string | null): Kept | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value['v'] !== version) return undefined;
    return {
      favourites: readHomes(value['favourites'], keptMost.favourites),
      compared: readCompared(value['compared']),
      toldCompared: matching(value['toldCompared'], /^[\d,-]{0,90}$/),
      recent: Array.isArray(value['recent']) ? readHomes(value['recent'], keptMost.recent) : undefined,
      question: readQuestion(value['question']),
      language: matching(value['language'], /^[a-z]{2}-[a-z]{2}$/),
      notices: readHomes(value['notices'], keptMost.notices),
      account: readAccount(value['account']),
      unsent: readUnsent(value['unsent']),
      history: readHistory(value['history']),
      untold: readHomes(value['untold'], keptMost.recent),
    };
  } catch {
    return undefined;
  }
}

const isNothing = ({ favourites, compared, recent, question, language, notices, account, unsent, history, untold }: Kept): boolean =>
  favourites.length + compared.length + notices.length + unsent.length + untold.length === 0 &&
  recent === undefined &&
  !question &&
  !language &&
  !account &&
  !history;

/** The text to store; null when nothing is kept. */
export function writeKept(kept: Kept): string | null {
  return isNothing(kept) ? null : JSON.stringify({ v: version, ...kept });
}

/** Homes looked at as releases before this store kept them: `12,7`, newest first, without times. */
export function readFormerRecent(text: string | null, now: number): readonly KeptHome[] | undefined {
  if (text === null) return undefined;
  const ids = text.split(',').filter((one) => /^[1-9]\d{0,8}$/.test(one));
  return unique(
    ids.slice(0, keptMost.recent * 4).map((id) => ({ id: Number(id), at: now })),
    keptMost.recent,
  );
}

/** With the home in front, now; without it where it was there. */
export function toggledHome(homes: readonly KeptHome[], id: number, now: number, most: number): readonly KeptHome[] {
  return homes.some((home) => home.id === id) ? homes.filter((home) => home.id !== id) : [{ id, at: now }, ...homes].slice(0, most);
}

/** With the home in front, whether or not it was there. */
export function withHome(homes: readonly KeptHome[], id: number, now: number, most: number): readonly KeptHome[] {
  return [{ id, at: now }, ...homes.filter((home) => home.id !== id)].slice(0, most);
}

export const isCompared = (homes: readonly ComparedHome[], home: { readonly id: number; readonly unit?: number }): boolean =>
  homes.some((one) => homeKey(one) === homeKey(home));

/** Adds a home at the end, or takes it away; undefined when there is no room for it. */
export function toggledCompared(homes: readonly ComparedHome[], home: ComparedHome): readonly ComparedHome[] | undefined {
  if (isCompared(homes, home)) return homes.filter((one) => homeKey(one) !== homeKey(home));
  return homes.length < keptMost.compared ? [...homes, home] : undefined;
}

/** As `/house-compare?ids=` takes them. @example comparedIds([{ id: 12, unit: 3, at: 0, name: '' }, { id: 15, at: 0, name: '' }]) // '12-3,15' */
export const comparedIds = (homes: readonly ComparedHome[]): string => homes.map(homeKey).join(',');
