/** Answers a typed text from segments: every wanted word has to be found, in the thing itself or where it lies. */
import { fillers } from '#lib/search-text/fillers.ts';
import { emptyMatch, isKnown, matchWord, note, release, usualDepth } from './matching.index.ts';
import type { Depth, ScorePool, Scores, WordMatch } from './matching.index.ts';
import { createParting } from './parting.index.ts';
import { spelled } from '#lib/search-text/pinyin.ts';
import { gone } from '#lib/search-text/segment.ts';
import type { Segment } from '#lib/search-text/segment.ts';
import { isHan, typedWords } from '#lib/search-text/text.ts';
import { searchGroups } from '#lib/search-text/documents.ts';
import type { SearchGroup, SearchHit } from '#lib/search-text/documents.ts';

/** What another word is worth that says where the thing lies, or what lies beside it. */
const inCity = 880;
const inRegion = 820;
const inCountry = 800;
const besideIt = 300;
/** A wanted word that was not found at all. */
const missing = -60;
/** What a home that is merely there stands behind one that is named so. */
const unnamed = 500;
/** Several words, and the thing's own name has them all. */
const wholly = 200;
/** Parts of a text that are looked for; each costs a walk through the index. */
const mostParts = 20;
/** From here on a name was typed whole. */
const wholeName = 950;
/** What a thing gains whose whole name, or abbreviation, is what was typed: more than fame can make up for. */
const exactly = 150;
/** A school of the city whose name was typed: before whatever merely begins with that name, in the order of the schools' own standing. */
const inNamedCity = 905;
/** Share of the letters typed that has to be found in names before something is offered for a text that is not found as a whole. */
const leastFound = 0.5;
/** Words that name no university by themselves. */
const generic = new Set(
  'university universities college institute school academy technology technical national state city normal universiteit universitat universite universidad universita hochschule politecnico 大学 学院 理工 理工大学 工业大学'.split(
    ' ',
  ),
);
/** Shorter Chinese is not taken by its sound with a slip: nearly every pair of syllables is one slip from a place. */
const leastForSound = 4;
/** A filler word that the thing's own name has. */
const bonus = 40;

/** Keeps the best without sorting what cannot be among them. */
class Best {
  readonly #most: number;
  #kept: SearchHit[] = [];
  #floor = Number.NEGATIVE_INFINITY;
  total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(score: number, make: () => SearchHit): void {
    this.total++;
    if (score <= this.#floor) return;
    this.#kept.push(make());
    if (this.#kept.length >= this.#most * 2 + 16) this.#trim();
  }

  #trim(): void {
    this.#kept.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
    this.#kept.length = Math.min(this.#kept.length, this.#most);
    if (this.#kept.length === this.#most) this.#floor = this.#kept.at(-1)?.score ?? this.#floor;
  }

  done(): SearchHit[] {
    this.#trim();
    return this.#kept;
  }
}

export type Asked = { readonly group: SearchGroup | undefined; readonly mostOfGroup: number | undefined; readonly most: number };
export type Answered = { readonly hits: readonly SearchHit[]; readonly total: number };

/** What the words beside a document's own say about where it lies. */
function whereabouts(match: WordMatch, segment: Segment, document: number): number {
  const city = segment.cities[document] ?? 0;
  if (match.cities.has(city)) return inCity;
  if (match.regions.has(segment.regions[document] ?? 0)) return inRegion;
  if (match.countries.has(segment.countries[document] ?? 0)) return inCountry;
  return city !== 0 && match.around.has(city) ? besideIt : 0;
}

type Words = {
  /** What was typed, as one word, fillers included or not. */
  readonly typed: readonly WordMatch[];
  readonly wanted: readonly WordMatch[];
  readonly fillers: readonly WordMatch[];
  readonly phrases: readonly WordMatch[];
  /** Postal areas of a typed code. */
  readonly areas: readonly WordMatch[];
};

/** `strict`: every word is found; `by place`: where it lies may be all that is said; `loose`: some word is found. */
type Manner = 'strict' | 'by place' | 'loose';

/** A document's worth for all words; undefined when it is not meant. */
function judged(words: Words, segment: Segment, at: number, document: number, manner: Manner): number | undefined {
  const own = (match: WordMatch): number => match.scores[at]?.worths[document] ?? 0;
  let best = 0;
  for (const phrase of words.phrases) best = Math.max(best, own(phrase));
  for (const [narrowness, area] of words.areas.entries()) if (own(area) >= 700) best = Math.max(best, own(area) + 60 - 30 * narrowness);
  let sum = 0;
  let letters = 0;
  let named = 0;
  let lost = 0;
  for (const match of words.wanted) {
    const itself = own(match);
    const there = words.wanted.length > 1 || manner === 'by place' ? whereabouts(match, segment, document) : 0;
    if (itself > 0) named++;
    const value = Math.max(itself, there);
    if (value === 0) lost++;
    sum += (value === 0 ? missing : value) * match.length;
    letters += match.length;
  }
  if (named > 0 && (lost === 0 || (manner === 'loose' && lost < words.wanted.length))) {
    const isWhole = named > 1 && named === words.wanted.length;
    best = Math.max(best, sum / letters + (isWhole ? wholly : 0));
  } else if (manner === 'by place' && lost === 0 && sum / letters >= inCountry) best = Math.max(best, sum / letters - unnamed);
  if (best <= 0) return undefined;
  if (words.typed.some((match) => own(match) >= wholeName)) best += exactly;
  for (const filler of words.fillers) if (own(filler) > 650) best += bonus;
  return best + (segment.standing[document] ?? 0);
}

/** In which lists of a segment everything that fits must stand. */
function listsIn({ phrases, wanted, areas }: Words, at: number, manner: Manner): readonly Scores[] {
  const apart = [...phrases, ...areas].flatMap(({ scores }) => scores[at] ?? []);
  // A word that names no place has to be in the name itself: its list is enough, and the shortest of such lists best.
  const needed =
    manner === 'strict' ? wanted.filter(({ cities, regions, countries, around }) => cities.size + regions.size + countries.size + around.size === 0) : [];
  if (needed.length === 0) return [...apart, ...wanted.flatMap(({ scores }) => scores[at] ?? [])];
  const [shortest] = needed.map(({ scores }) => scores[at]).sort((a, b) => (a?.touched.length ?? 0) - (b?.touched.length ?? 0));
  return shortest ? [...apart, shortest] : apart;
}

function gather(segments: readonly Segment[], words: Words, asked: Asked, manner: Manner): Answered {
  const wantedGroup = asked.group && searchGroups.indexOf(asked.group);
  const tops = searchGroups.map(() => new Best(asked.mostOfGroup ?? asked.most));
  const consider = (segment: Segment, at: number, document: number): void => {
    const code = segment.groups[document] ?? gone;
    if (code === gone || (wantedGroup !== undefined && code !== wantedGroup)) return;
    const score = judged(words, segment, at, document, manner);
    const group = searchGroups[code];
    if (score !== undefined && group) tops[code]?.add(score, () => ({ key: segment.keys[document] ?? '', group, score }));
  };
  for (const [at, segment] of segments.entries()) {
    if (manner === 'by place') {
      for (let document = 0; document < segment.size; document++) consider(segment, at, document);
      continue;
    }
    const lists = listsIn(words, at, manner);
    const seen = new Uint8Array(lists.length > 1 ? segment.size : 0);
    for (const { touched } of lists) {
      for (const document of touched) {
        if (seen.length > 0) {
          if (seen[document] === 1) continue;
          seen[document] = 1;
        }
        consider(segment, at, document);
      }
    }
  }
  const hits = tops.flatMap((top) => top.done()).sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
  return { hits: hits.slice(0, asked.most), total: tops.reduce((sum, { total }) => sum + total, 0) };
}

/** The schools of the cities that bear exactly this name, whatever the schools are called. */
function schoolsOfNamed(typed: readonly WordMatch[], segments: readonly Segment[], pool: ScorePool): WordMatch | undefined {
  const cityCode = searchGroups.indexOf('city');
  const schoolCode = searchGroups.indexOf('school');
  const named = new Set<number>();
  for (const { scores } of typed) {
    for (const [at, found] of scores.entries()) {
      const segment = segments[at];
      if (!found || !segment || segment.ofHouses) continue;
      for (const document of found.touched) {
        if (segment.groups[document] === cityCode && (found.worths[document] ?? 0) >= wholeName) named.add(segment.cities[document] ?? 0);
      }
    }
  }
  if (named.size === 0) return undefined;
  const match = emptyMatch(0);
  for (const [at, segment] of segments.entries()) {
    if (segment.ofHouses) continue;
    for (let document = 0; document < segment.size; document++) {
      if (segment.groups[document] === schoolCode && named.has(segment.cities[document] ?? 0)) note(match, segments, at, document, inNamedCity, pool);
    }
  }
  return match;
}

/** Whether enough of what was typed is found in names for a guess; words that name nothing do not count. */
function isWorthAGuess(words: readonly string[], matches: readonly WordMatch[]): boolean {
  let letters = 0;
  let found = 0;
  for (const [at, word] of words.entries()) {
    if (generic.has(word)) continue;
    const match = matches[at];
    // A whole name of two characters or more is what the reader means, whatever stands around it.
    if (match?.isWhole && (word.length > 2 || isHan(word))) return true;
    letters += word.length;
    if (match && match.found > 0) found += word.length;
  }
  return letters > 0 && found / letters >= leastFound;
}

/** A web address as its host: `https://www.nus.edu.sg/about` is `nus.edu.sg`. */
function withoutScheme(text: string): string {
  return /^\s*(?:https?:\/\/)?(?:www\.)?([a-z\d-]+(?:\.[a-z\d-]+)+)(?:\/\S*)?\s*$/i.exec(text)?.[1] ?? text;
}

/** Finds what was typed. Text without a letter or digit finds nothing. */
export function answer(segments: readonly Segment[], text: string, asked: Asked, pool: ScorePool): Answered {
  const typed = typedWords(withoutScheme(text), fillers);
  if (typed.all.length === 0) return { hits: [], total: 0 };
  const matches: WordMatch[] = [];
  const match = (word: string, depth: Partial<Depth> = {}): WordMatch => {
    const found = matchWord(segments, word, { ...usualDepth, ...depth }, pool);
    matches.push(found);
    return found;
  };
  try {
    const cutWords = typed.wanted.flatMap(createParting((known) => isKnown(segments, known))).slice(0, mostParts);
    // Of several words one just begun says little: the phrase as a whole says it. UK and LA are whole.
    const isStub = (word: string): boolean => cutWords.length > 1 && word.length <= 2 && !isHan(word);
    const sayings = cutWords.filter((word) => !isStub(word) || isKnown(segments, word) === 'whole');
    const wantedWords = sayings.length > 0 ? sayings : cutWords;
    const best = asked.mostOfGroup !== undefined && wantedWords.length === 1;
    const wanted = wantedWords.map((word) => match(word, { best, whole: isStub(word), lenient: !isStub(word) }));
    const whole = typed.all.join('');
    const core = typed.wanted.join('');
    const single = wantedWords.length === 1 ? wantedWords[0] : undefined;
    // A single word has been looked for already.
    const phrases = [...new Set([whole, core])].filter((phrase) => phrase !== single);
    // 曼che, and homophones: what is Chinese is spelled, as the ear has it.
    const isMixed = typed.wanted.some(isHan) && typed.wanted.length > 1 && typed.wanted.some((word) => /^[a-z]+$/.test(word));
    const isUnheardOf = wantedWords.some(isHan) && wanted.some(({ found }) => found === 0);
    const spoken = isMixed || isUnheardOf ? [spelled(typed.wanted)] : [];
    const soundLenient = isMixed || core.length >= leastForSound;
    const phraseMatches = phrases.map((phrase) => match(phrase, { best: true, lenient: false }));
    const asTyped = [...(single === undefined || (single !== whole && single !== core) ? [] : wanted), ...phraseMatches];
    const inNamed = asked.group === undefined || asked.group === 'school' ? schoolsOfNamed(asTyped, segments, pool) : undefined;
    if (inNamed) matches.push(inNamed);
    const words: Words = {
      typed: asTyped,
      wanted,
      fillers: typed.fillers.map((word) => match(word, { whole: true, places: true, lenient: false })),
      phrases: [...phraseMatches, ...(inNamed ? [inNamed] : []), ...spoken.map((phrase) => match(phrase, { best: true, lenient: soundLenient }))],
      areas: typed.areas.map((area) => match(area, { places: true, whole: true, lenient: false })),
    };
    const namesPlaces = wanted.some(({ cities, regions, countries }) => cities.size + regions.size + countries.size > 0);
    // Who asks for homes alone and names a city means the homes there; for cities alone and a country, its cities.
    const found = gather(segments, words, asked, (asked.group === 'house' || asked.group === 'city') && namesPlaces ? 'by place' : 'strict');
    if (found.total > 0 || typed.wanted.length < 2) return found;
    const heard = gather(segments, { ...words, phrases: [match(core, { best: true })] }, asked, 'strict');
    if (heard.total > 0 || wanted.length < 2) return heard;
    return isWorthAGuess(wantedWords, wanted) ? gather(segments, words, asked, 'loose') : heard;
  } finally {
    for (const one of matches) release(one, pool);
  }
}
