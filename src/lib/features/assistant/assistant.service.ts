/** Answers questions by quoting our own texts and figures. Nothing that is asked is kept or logged. */
import { join } from 'node:path';
import { particulars } from '#lib/features/editorial/particulars.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Site } from '#lib/paths.ts';
import type { AnswerRequest, AnswerWriter } from '#lib/ports/answers/answers.ts';
import { readAskedWords } from './asked-words.files.ts';
import { mostPassages, questionLength } from './assistant.schema.ts';
import type { Answer, Passage, Written } from './assistant.schema.ts';
import { readPassages } from './passages.files.ts';
import { createPassageIndex } from './passages.index.ts';
import type { PassageIndex } from './passages.index.ts';
import { passageText, writtenOf } from './written.rules.ts';

/** Tokens of a day, counted by all nodes together. */
export type TokenBudget = {
  /** Whether so many may still be spent today; they then are. */
  spend(kind: 'answers', tokens: number): Promise<boolean>;
  takeBack(kind: 'answers', tokens: number): Promise<void>;
};

export type AssistantService = ReturnType<typeof createAssistantService>;

type Parts = {
  /** Where editors keep their texts, `src/content`. */
  readonly content: string;
  readonly site: Site;
  readonly writer: AnswerWriter;
  readonly budget: TokenBudget;
};

/** As a machine is told which language to write. */
const languages = {
  'zh-cn': 'Simplified Chinese as written in mainland China',
  'zh-hk': 'Traditional Chinese as written in Hong Kong',
  'zh-tw': 'Traditional Chinese as written in Taiwan',
  'en-us': 'British English',
  'vi-vn': 'Vietnamese',
} as const satisfies Record<Locale, string>;

export function createAssistantService({ content, site, writer, budget }: Parts) {
  /** One for each language. Texts change with a release; the hours of service that stand in some change with the season. */
  const indexes = new Map<Locale, { readonly hours: string; readonly index: PassageIndex }>();

  function indexFor(locale: Locale, now: Date): PassageIndex {
    const fillings = particulars(locale, translator(locale), now);
    const hours = fillings.hours.text;
    const kept = indexes.get(locale);
    if (kept?.hours === hours) return kept.index;
    const index = createPassageIndex(readPassages(content, locale, site.paths(locale), fillings), readAskedWords(join(content, 'assistant'), locale));
    indexes.set(locale, { hours, index });
    return index;
  }

  async function write(question: string, locale: Locale, passages: readonly Passage[]): Promise<Written | undefined> {
    if (writer.host === undefined) return undefined;
    const excerpts = passages.map((passage, at) => ({ number: at + 1, page: passage.page, heading: passage.heading, text: passageText(passage) }));
    const request: AnswerRequest = { question, language: languages[locale], excerpts };
    const cost = writer.costOf(request);
    try {
      if (!(await budget.spend('answers', cost))) return undefined;
      const written = await writer.write(request);
      // Of a service that does not say what it took, the most counts.
      if (written?.tokens !== undefined && written.tokens < cost) await budget.takeBack('answers', cost - written.tokens);
      return written && writtenOf(written.text, passages);
    } catch {
      // Where tokens cannot be counted none are spent; the passages answer by themselves.
      return undefined;
    }
  }

  return {
    /** The host that learns questions, where a machine writes; undefined where nothing leaves this server. */
    writer: writer.host,

    /**
     * Up to three passages of ours that answer the question, the best first, and perhaps a machine's words made of them.
     * @param question at most `questionLength` UTF-16 units; a longer one has no answer.
     * @param home what is known of the home that it is asked about.
     */
    async answer(question: string, locale: Locale, now: Date, home: readonly Passage[] = []): Promise<Answer> {
      const asked = question.trim();
      if (asked === '' || asked.length > questionLength) return { kind: 'unknown' };
      const passages = indexFor(locale, now)
        .find(asked, mostPassages, home)
        .map(({ passage }) => passage);
      if (passages.length === 0) return { kind: 'unknown' };
      return { kind: 'found', passages, written: await write(asked, locale, passages) };
    },
  };
}
