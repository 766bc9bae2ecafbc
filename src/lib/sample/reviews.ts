/** Reviews of sample homes, composed from phrases that editors wrote in all five catalogue languages. */
import { addDays } from '#lib/dates/dates.ts';
import type { ReviewDraft, TextByLanguage } from '#lib/features/catalogue/catalogue.schema.ts';
import { reviewAspects } from '#lib/features/catalogue/listings.schema.ts';
import type { ReviewAspect } from '#lib/features/catalogue/listings.schema.ts';
import type { Random } from '#lib/random.ts';
import type { Phrase, ReviewWords } from './sample-content.ts';

type Tone = Phrase['tone'];
const languages = ['en', 'zh-CN', 'zh-TW', 'zh-HK', 'vi'] as const;

function toneOf(score: number): Tone {
  return score >= 4 ? 'good' : score === 3 ? 'mixed' : 'bad';
}

function pickTone(phrases: readonly Phrase[], tone: Tone, random: Random): Phrase | undefined {
  const fitting = phrases.filter((phrase) => phrase.tone === tone);
  return fitting[random.integer(0, Math.max(0, fitting.length - 1))];
}

function joined(phrases: readonly (Phrase | undefined)[]): TextByLanguage {
  const text = (language: (typeof languages)[number]): string =>
    phrases.flatMap((phrase) => (phrase ? [phrase[language]] : [])).join(language.startsWith('zh') ? '' : ' ');
  return { en: text('en'), 'zh-CN': text('zh-CN'), 'zh-TW': text('zh-TW'), 'zh-HK': text('zh-HK'), vi: text('vi') };
}

/** Moves one score up or down by at most `spread`, within 1 to 5. */
function near(score: number, spread: number, random: Random): number {
  return Math.min(5, Math.max(1, Math.round(score + random.between(-spread, spread))));
}

/**
 * The `index`-th review of a home whose true quality is `quality` (0–1). Written after a stay of some months that
 * began before `today`.
 */
export function composeReview(words: ReviewWords, quality: number, index: number, today: string, random: Random): ReviewDraft {
  const score = near(2.1 + quality * 3.1, 1.3, random);
  const aspects: Partial<Record<ReviewAspect, number>> = {};
  for (const aspect of reviewAspects) if (random.chance(0.85)) aspects[aspect] = near(score, 1.2, random);
  const told = reviewAspects
    .filter((aspect) => aspects[aspect] !== undefined)
    .map((aspect) => ({ aspect, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, random.integer(1, 3));
  const texts = joined([
    random.chance(0.7) ? pickTone(words.openings, toneOf(score), random) : undefined,
    ...told.map(({ aspect }) => pickTone(words.aspects[aspect], toneOf(aspects[aspect] ?? score), random)),
    random.chance(0.5) ? pickTone(words.closings, toneOf(score), random) : undefined,
  ]);
  const stayedFrom = addDays(today, -random.integer(150, 1_000));
  const writtenOn = addDays(stayedFrom, random.integer(45, 145));
  const reply = random.chance(score <= 3 ? 0.55 : 0.15) ? joined([pickTone(words.replies, toneOf(score), random)]) : undefined;
  return {
    ref: `R${index + 1}`,
    source: random.chance(0.8) ? 'verified-stay' : 'import',
    language: random.pick(['en', 'zh-CN', 'zh-CN', 'zh-TW', 'zh-HK', 'vi']),
    stayedFrom,
    writtenOn,
    score,
    aspects,
    texts,
    reply,
  };
}
