import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { sendResumeContract } from './resumes.contract.ts';
import { readLinks } from './resumes.rules.ts';
import { resumeRoles } from './resumes.schema.ts';
import type { ResumesService } from './resumes.service.ts';

/** Binds the call of applications. */
export function resumeCalls(resumes: Pick<ResumesService, 'take'>): readonly BoundCall[] {
  return [
    bind(sendResumeContract, async ({ name, email: given, role: wanted, file, message, links: written, consent_keep }, caller) => {
      const email = emailOf(given);
      if (email === undefined) return fault('email', 'forms.email');
      const links = readLinks(written);
      if (!links) return fault('links', 'resumes.links_wrong');
      const { session, preSession, deviceId, address, captcha, locale, now } = caller;
      const outcome = await resumes.take(
        {
          applicant: { name, email, message, links },
          role: resumeRoles.find((one) => one === wanted) ?? 'other',
          file,
          consent: consent_keep,
          locale,
        },
        { userId: session && asId<UserId>(session.userId), visit: preSession, visitor: preSession ?? deviceId, address, proof: captcha },
        now,
      );
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'enough':
          return { ok: false, error: 'enough-for-today' };
        case 'no-proof':
          return { ok: false, error: 'captcha-needed' };
        case 'no-file':
          return fault('file', 'files.gone');
      }
    }),
  ];
}
