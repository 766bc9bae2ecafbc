import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf, userIdOf } from '#lib/api/caller.ts';
import { reviewAspects, staffRemovals } from '#lib/features/catalogue/listings.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import * as contracts from './reviews.contract.ts';
import { languageOf, staffReviewActs } from './reviews.schema.ts';
import type { StayReview } from './reviews.schema.ts';
import type { ReviewsService } from './reviews.service.ts';

const notFound = { ok: false, error: 'not-found' } as const;
const languages = ['en', 'zh-CN', 'zh-TW', 'zh-HK', 'vi'] as const;
const languageIn = (text: string) => languages.find((one) => one === text);

const wireOf = ({ code, orderCode, home, kind, state, score, text, writtenAt, reason, reply }: StayReview) => ({
  review: code,
  code: orderCode,
  house_name: home.name,
  kind,
  state,
  score,
  text,
  written_at: writtenAt.toISOString(),
  reason: reason ?? null,
  reply: reply?.text ?? '',
});

/** Binds the calls of reviews. */
export function reviewCalls(reviews: ReviewsService): readonly BoundCall[] {
  return [
    bind(contracts.reviewContract, async (given, caller) => {
      const { code, kind: asked, score, text, language, consent_publish: consent, photo_1, photo_2, photo_3, photo_4 } = given;
      const kind = asked === 'check-in' ? ('check-in' as const) : ('stay' as const);
      const aspects = Object.fromEntries(reviewAspects.flatMap((one) => (given[`aspect_${one}`] === '' ? [] : [[one, Number(given[`aspect_${one}`])]])));
      const { locale, now } = caller;
      const files = [photo_1, photo_2, photo_3, photo_4].filter((file) => file !== '');
      const said = { score: Number(score), aspects, text, language: languageIn(language) ?? languageOf(locale), locale, consent, files };
      const outcome = await reviews.write({ userId: userIdOf(caller), visit: caller.preSession }, code, kind, said, now);
      if (outcome.ok) return { ok: true, data: { code, kind, review: outcome.value.review } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('score', 'reviews.not_now');
        case 'decided':
          return fault('score', 'reviews.decided');
        case 'no-file':
          return fault('photo_1', 'files.gone');
      }
    }),
    bind(contracts.ownReviewsContract, async (_, caller) => ({ ok: true, data: { items: (await reviews.ofUser(userIdOf(caller))).map(wireOf) } })),
    bind(contracts.withdrawReviewContract, async ({ review }, caller) => {
      const outcome = await reviews.withdraw(userIdOf(caller), review, caller.now);
      if (outcome.ok) return { ok: true, data: { code: outcome.value.orderCode } };
      return outcome.reason === 'unknown' ? notFound : fault('review', 'reviews.not_now');
    }),
    bind(contracts.evaluateServiceContract, async ({ code, score, text }, caller) => {
      const { locale, now } = caller;
      const said = { score: Number(score), aspects: {}, text, language: languageOf(locale), locale, consent: '', files: [] };
      const outcome = await reviews.write({ userId: userIdOf(caller), visit: undefined }, code, 'service', said, now);
      if (outcome.ok) return { ok: true, data: { code } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'decided':
          return fault('score', 'reviews.decided');
        default:
          return fault('score', 'reviews.not_now');
      }
    }),
    bind(contracts.answerReviewContract, async ({ key, text, language: given }, caller) => {
      const language = languageIn(given);
      if (!language) return fault('language', 'forms.choose');
      const outcome = await reviews.answer(key, { language, text }, caller.now);
      if (outcome.ok) return { ok: true, data: { state: 'waiting' as const } };
      return outcome.reason === 'unknown' ? notFound : fault('text', 'reviews.answer_shut');
    }),
    bind(contracts.staffReviewContract, async ({ review, act: asked, reason, reply, language, seen }, caller) => {
      const act = staffReviewActs.find((one) => one === asked);
      if (!act) return fault('act', 'forms.choose');
      const [why, inLanguage] = [staffRemovals.find((one) => one === reason), languageIn(language)];
      const given = { reason: why, seen, reply: reply === '' || !inLanguage ? undefined : { language: inLanguage, text: reply } };
      const outcome = await reviews.act(review, act, given, staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: {} };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('act', 'staff.not_now');
        case 'no-address':
          return fault('act', 'evidence.link_no_address');
        case 'too-many':
          return fault('act', 'evidence.link_too_many');
        case 'no-reason':
          return fault('reason', 'forms.choose');
        case 'no-reply':
          return reply === '' ? fault('reply', 'reviews.reply_needed') : fault('language', 'forms.choose');
      }
    }),
  ];
}
