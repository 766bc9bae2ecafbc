/** What is kept of a person's questions, for themselves. */
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { EnquiriesService } from './enquiries.service.ts';

/** @param contactsOf what somebody has proved to be theirs: what was asked with it is theirs too. */
export function enquiriesSource(
  enquiries: Pick<EnquiriesService, 'everythingOf' | 'ofUser'>,
  contactsOf: (userId: UserId) => Promise<readonly Contact[]>,
): PersonalSource {
  return {
    name: 'enquiries',
    async read(userId) {
      await enquiries.ofUser(userId, await contactsOf(userId));
      const threads = await enquiries.everythingOf(userId);
      const items: readonly PersonalItem[] = threads.map(({ enquiry, contact, messages }) => [
        { label: 'enquiries.reference', value: enquiry.reference },
        { label: 'mydata.given', value: enquiry.openedAt.toISOString() },
        ...(contact
          ? [{ label: 'enquiries.by' as const, value: [contact.firstName, contact.lastName, contact.email, contact.phone].filter(Boolean).join(', ') }]
          : []),
        ...messages.map(({ sender, text, at }) => ({
          label: sender === 'student' ? ('enquiries.you_wrote' as const) : ('enquiries.we_wrote' as const),
          value: `${at.toISOString()} ${text}`,
        })),
      ]);
      const data = threads.map(
        ({ enquiry: { reference, topic, source, page, locale, place, lease, consents, utm, state, openedAt, closedAt }, contact, messages }) => ({
          reference,
          topic,
          source,
          page,
          locale,
          place,
          // An amount is a whole number of any size, which JSON has not.
          lease: lease && { ...lease, total: { ...lease.total, minor: String(lease.total.minor) } },
          consents,
          utm,
          state,
          openedAt,
          closedAt,
          contact,
          messages: messages.map(({ sender, text, at }) => ({ sender, text, at })),
        }),
      );
      return { title: 'enquiries.your_questions', items, data: { threads: data } };
    },
  };
}
