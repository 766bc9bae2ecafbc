/** What a person sent with forms that staff made, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { AnsweringService } from './answering.service.ts';
import type { FillingService } from './filling.service.ts';
import { answerKeptUntil } from './custom-forms.rules.ts';

export function customFormsSource(answering: Pick<AnsweringService, 'ofUser' | 'keptDays'>, filling: Pick<FillingService, 'ofUser'>): PersonalSource {
  return {
    name: 'forms',
    async read(userId) {
      const all = await answering.ofUser(userId);
      const items: readonly PersonalItem[] = all.map(({ reference, slug, createdAt, lines = [] }) => [
        { label: 'customforms.reference', value: reference },
        { label: 'customforms.form', value: slug },
        { label: 'mydata.given', value: createdAt.toISOString() },
        { label: 'customforms.answer', value: lines.map(({ label, said }) => `${label}: ${said}`).join('\n') },
      ]);
      const data = all.map(({ reference, slug, locale, consent, createdAt, lines }) => ({
        reference,
        form: slug,
        locale,
        consent,
        created_at: createdAt,
        kept_until: answerKeptUntil(createdAt, answering.keptDays),
        answers: lines?.map(({ label, said, file }) => ({ asked: label, said, ...(file === undefined ? {} : { file: `/users/files/${file}` }) })),
      }));
      const begun = (await filling.ofUser(userId)).map(({ slug, values, expiresAt }) => ({ form: slug, values, kept_until: expiresAt }));
      return { title: 'customforms.yours', items, data: { sent: data, begun } };
    },
  };
}
