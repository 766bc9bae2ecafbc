/**
 * The words of a sentence: typed text cut into tokens, and the phrases of the five languages that are found in them, one letter mistyped or
 * not. Every step is a walk over the tokens with a bound on how far it looks ahead. Pure.
 */
import { spelled } from '#lib/search-text/pinyin.ts';
import { folded, isHan } from '#lib/search-text/text.ts';
import { englishWords } from './sentence-en.words.ts';
import { vietnameseWords } from './sentence-vi.words.ts';
import { chineseWords } from './sentence-zh.words.ts';

/** One word in Latin letters, one Chinese character, one number or one sign. Commas and the like are tokens so that no phrase crosses them. */
export type Token = {
  /** Folded. */
  readonly text: string;
  /** In the folded text; `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Whether something precedes it without a space. */
  readonly isJoined: boolean;
};

/** What a phrase means, by kind: `{ per: 'week', unit: 'week' }`. */
export type Meaning = Readonly<Record<string, string>>;

const tokenPattern =
  /\p{N}+(?:[.,]\p{N}+)*|\p{Script=Han}|(?:us|hk|nt|au|ca|nz|a|c|s|r|mx|mop)\$|(?:cn|jp)¥|(?:(?![\p{Script=Han}])\p{L})+|24\/7|[£€$¥₩₫฿₹₱₺~～<>≤≥/+–—-]|[,;，、；。!！?？()（）|·]/gu;

/** The text folded letter by letter, with the place of each in the text it came from. */
export function letters(text: string): { readonly plain: string; readonly at: readonly number[] } {
  let plain = '';
  const at: number[] = [];
  let from = 0;
  for (const one of text) {
    const letter = /\s/u.test(one) ? (plain.endsWith(' ') ? '' : ' ') : folded(one);
    for (let part = 0; part < letter.length; part++) at.push(from);
    plain += letter;
    from += one.length;
  }
  return { plain, at: [...at, text.length] };
}

/** Tokens of a folded text. A hyphen between letters joins nothing and parts nothing: `en-suite` is two words. */
export function tokensOf(plain: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of plain.matchAll(tokenPattern)) {
    const [text] = match;
    const [from, to] = [match.index, match.index + match[0].length];
    const last = tokens.at(-1);
    if (text === '-' && !(/\d$/.test(last?.text ?? '') && /^\s?[£€$¥\d]/.test(plain.slice(to)))) continue;
    tokens.push({ text, from, to, isJoined: last !== undefined && last.to === from });
  }
  return tokens;
}

type Branch = { readonly next: Map<string, Branch>; meaning: Record<string, string> | undefined };
const branch = (): Branch => ({ next: new Map(), meaning: undefined });

type Lexicon = {
  readonly root: Branch;
  /** Latin words of all phrases. */
  readonly vocabulary: ReadonlySet<string>;
  /** Those, by themselves and with each letter left out: words one slip apart share one of these. Empty where two words share a form. */
  readonly slips: ReadonlyMap<string, string>;
  /** Phrases of several Latin words written as one. */
  readonly joined: ReadonlyMap<string, Meaning>;
  /** Chinese phrases of what a reader asks for. */
  readonly sounding: readonly (readonly [phrase: string, kind: string, value: string])[];
};

/** Shortest word in which a slip is looked for, in letters; shorter ones are other words too often. */
const leastForSlip = 5;
/** Words that may be one phrase mistyped. */
const mostJoined = 4;
/** Shortest phrase of several words that may be written as one, in letters. */
const leastJoined = 7;
/** Kinds of what a reader asks for: these have to be understood, slip or not. */
const soundKinds: ReadonlySet<string> = new Set(['type', 'amenity', 'bathroom', 'sort', 'verified', 'now', 'guests', 'near']);

const without = (word: string): readonly string[] => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

function build(): Lexicon {
  const root = branch();
  const vocabulary = new Set<string>();
  const sounding: [string, string, string][] = [];
  const joined = new Map<string, Meaning>();
  const plant = (phrase: string, kind: string, value: string): void => {
    let at = root;
    // A hyphen is a word of its own here, which it is in a text between figures alone.
    const words = phrase === '-' ? [phrase] : tokensOf(phrase).map(({ text }) => text);
    for (const text of words) {
      let next = at.next.get(text);
      if (!next) at.next.set(text, (next = branch()));
      at = next;
      if (/^\p{Script=Latin}{2,}$/u.test(text)) vocabulary.add(text);
    }
    const whole = words.join('');
    if (words.length > 1 && whole.length >= leastJoined && /^\p{Script=Latin}+$/u.test(whole)) joined.set(whole, { [kind]: value, ...joined.get(whole) });
    // A phrase has one value of a kind: the first.
    at.meaning = { [kind]: value, ...at.meaning };
  };
  for (const words of [englishWords, vietnameseWords, chineseWords])
    for (const [meaning, phrases] of Object.entries(words)) {
      const colon = meaning.includes(':') ? meaning.indexOf(':') : meaning.length;
      const [kind, value] = [meaning.slice(0, colon), meaning.slice(colon + 1)];
      for (const phrase of phrases.split('|')) {
        const { plain } = letters(phrase.normalize('NFC'));
        plant(plain, kind, value);
        if (words === englishWords && /[a-z]{3,}$/.test(plain) && !plain.endsWith('s')) plant(`${plain}s`, kind, value);
        if (soundKinds.has(kind) && /^\p{Script=Han}{2,6}$/u.test(plain)) sounding.push([plain, kind, value]);
      }
    }
  const slips = new Map<string, string>();
  for (const word of [...vocabulary, ...joined.keys()])
    if (word.length >= leastForSlip) for (const short of without(word)) slips.set(short, slips.has(short) && slips.get(short) !== word ? '' : word);
  for (const word of [...vocabulary, ...joined.keys()]) if (word.length >= leastForSlip) slips.set(word, word);
  return { root, vocabulary, slips, joined, sounding };
}

let built: Lexicon | undefined;
/** Built with the first sentence: some thousand phrases take a few milliseconds. */
const lexicon = (): Lexicon => (built ??= build());

/** The word of a phrase that a word is one slip away from; undefined where there is none, or several. */
export function slipOf(word: string): string | undefined {
  const { vocabulary, slips } = lexicon();
  if (word.length < leastForSlip - 1 || vocabulary.has(word) || !/^\p{Script=Latin}+$/u.test(word)) return undefined;
  for (const form of [word, ...without(word)]) {
    const meant = slips.get(form);
    // The first letter is right nearly always, and tells words apart.
    if (meant !== undefined && meant !== '' && Math.abs(meant.length - word.length) <= 1 && (meant[0] === word[0] || meant[1] === word[0])) return meant;
  }
  return undefined;
}

let bySound: ReadonlyMap<string, Meaning> | undefined;

/** The meaning of Chinese that sounds like a phrase. How phrases sound is worked out with the first text that needs it. */
export function soundsLike(text: string): Meaning | undefined {
  if (text.length < 2 || !isHan(text)) return undefined;
  if (!bySound) {
    const sounds = new Map<string, Meaning>();
    for (const [phrase, kind, value] of lexicon().sounding) {
      const sound = spelled([phrase]);
      sounds.set(sound, { [kind]: value, ...sounds.get(sound) });
    }
    bySound = sounds;
  }
  return bySound.get(spelled([text]));
}

/** The phrase that two to four Latin words are, written apart or together and with one slip. */
export function joinedAt(tokens: readonly Token[], from: number): Found | undefined {
  const { joined, slips } = lexicon();
  let text = '';
  let found: Found | undefined;
  for (let index = from; index < Math.min(tokens.length, from + mostJoined); index++) {
    const next = tokens[index]?.text ?? '';
    if (!/^\p{Script=Latin}+$/u.test(next)) break;
    text += next;
    if (text.length < leastJoined - 1) continue;
    const meant = [text, ...without(text)].map((form) => slips.get(form)).find((one) => one !== undefined && joined.has(one));
    const meaning = meant !== undefined && Math.abs(meant.length - text.length) <= 1 && meant[0] === text[0] ? joined.get(meant) : undefined;
    if (meaning) found = { meaning, length: index - from + 1 };
  }
  return found;
}

export type Found = { readonly meaning: Meaning; readonly length: number };

/** The longest phrase that begins at a token. */
export function phraseAt(tokens: readonly Token[], from: number): Found | undefined {
  let at = lexicon().root;
  let found: Found | undefined;
  for (let index = from; index < tokens.length; index++) {
    const text = tokens[index]?.text ?? '';
    const next: Branch | undefined = at.next.get(text) ?? (/^0\d$/.test(text) ? at.next.get(text.slice(1)) : undefined);
    if (!next) break;
    at = next;
    if (at.meaning) found = { meaning: at.meaning, length: index - from + 1 };
  }
  return found;
}
