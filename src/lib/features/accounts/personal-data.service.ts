/** What accounts keep of a person, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { ContactKind } from './accounts.schema.ts';
import type { AccountsService } from './accounts.service.ts';
import type { ConsentsService } from './consents.service.ts';
import type { ContactChangesService } from './contact-changes.service.ts';
import type { ContactClaimsService } from './contact-claims.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import type { PasskeysService } from './passkeys.service.ts';
import type { ThirdPartiesService } from './third-parties.service.ts';

const contactLabels: Readonly<Record<ContactKind, MessageKey>> = { email: 'accounts.email', phone: 'accounts.phone' };
/** Texts of a program's kind: instants as ISO 8601, for both files. */
const at = (when: Date): string => when.toISOString();

type Ways = {
  readonly passwords: Pick<PasswordsService, 'hasPassword'>;
  readonly consents: Pick<ConsentsService, 'of'>;
  readonly thirdParties: Pick<ThirdPartiesService, 'of'>;
  readonly passkeys: Pick<PasskeysService, 'of'>;
  readonly changes: Pick<ContactChangesService, 'of'>;
  readonly claims: Pick<ContactClaimsService, 'of'>;
};

export function accountSource(accounts: AccountsService, { passwords, consents: agreed, thirdParties, passkeys, changes, claims }: Ways): PersonalSource {
  return {
    name: 'account',
    async read(userId, now) {
      const user = await accounts.find(userId);
      const [contacts, consents, devices, connections, keys, hasPassword, coming, claimed] = await Promise.all([
        accounts.contactsOf(userId),
        agreed.of(userId),
        accounts.devicesOf(userId, now),
        thirdParties.of(userId),
        passkeys.of(userId),
        passwords.hasPassword(userId),
        changes.of(userId),
        claims.of(userId),
      ]);
      // What signs people in is of use to the browser that holds it, and to thieves.
      const ownKeys = keys.map(({ device, domain, madeAt, usedAt }) => ({ name: device, domain, madeAt, usedAt }));
      const about: PersonalItem = user
        ? [
            { label: 'mydata.number', value: String(user.id) },
            { label: 'mydata.called', value: user.nickname },
            { label: 'accounts.language', value: user.locale },
            { label: 'mydata.country', value: user.countryCode ?? '' },
            { label: 'mydata.since', value: at(user.createdAt) },
            ...contacts.map(({ kind, address }) => ({ label: contactLabels[kind], value: address })),
            ...coming.map(({ kind, shown, due }) => ({ label: contactLabels[kind], value: `${shown} (${at(due)})` })),
            ...claimed.map(({ kind, shown, state, due }) => ({ label: contactLabels[kind], value: `${shown} (${due ? at(due) : state})` })),
          ]
        : [];
      const items: readonly PersonalItem[] = [
        about,
        ...connections.map(
          ({ provider, label, usedAt }): PersonalItem => [
            { label: 'accounts.ways_title', value: label ? `${provider}: ${label}` : provider },
            { label: 'mydata.used', value: at(usedAt) },
          ],
        ),
        ...ownKeys.map(
          ({ name, domain, madeAt, usedAt }): PersonalItem => [
            { label: 'mydata.passkey', value: [name, domain].filter(Boolean).join(', ') },
            { label: 'mydata.made', value: at(madeAt) },
            ...(usedAt ? [{ label: 'mydata.used' as const, value: at(usedAt) }] : []),
          ],
        ),
        ...devices.map(
          ({ name, country, since, usedAt }): PersonalItem => [
            { label: 'mydata.device', value: [name, country].filter(Boolean).join(', ') },
            { label: 'mydata.since', value: at(since) },
            { label: 'mydata.used', value: at(usedAt) },
          ],
        ),
        ...consents.map(
          ({ kind, version, givenAt, withdrawnAt }): PersonalItem => [
            { label: 'mydata.consent', value: `${kind} ${version}` },
            { label: 'mydata.given', value: at(givenAt) },
            ...(withdrawnAt ? [{ label: 'mydata.withdrawn' as const, value: at(withdrawnAt) }] : []),
          ],
        ),
      ];
      return {
        title: 'accounts.account',
        items,
        data: {
          ...user,
          contacts,
          contact_changes: coming,
          contact_claims: claimed,
          has_password: hasPassword,
          connections,
          passkeys: ownKeys,
          devices,
          consents,
        },
      };
    },
  };
}
