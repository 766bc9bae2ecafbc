import type { Db } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { supplierLinkMail } from './mail/supplier-link.mail.ts';
import { createSupplierLinksRepository } from './supplier-links.repository.ts';
import { createSupplierLinksService } from './supplier-links.service.ts';
import type { SupplierLinksService } from './supplier-links.service.ts';
import { neverWait } from './supplier-links.schema.ts';

type Parts = { readonly db: Db; readonly audit: Audit; readonly mailer: Mailer };

/** Links by which providers without an account see one thing of one order. */
export function createSupplierLinks({ db, audit, mailer }: Parts): { readonly service: SupplierLinksService } {
  return {
    service: createSupplierLinksService({
      repository: createSupplierLinksRepository(db),
      audit,
      async send(tx, { code, home }, { to, locale, key, until, thing: { purpose }, isReminder }) {
        const input = { purpose, home: nameFor(home, locale).slice(0, 200), code, until: until.toISOString().slice(0, 10), key, isReminder };
        // Staff have set the address, one thing has so many links at most, and without an answer a booking stops: such mails are not counted by address.
        await mailer.send(tx, supplierLinkMail, { address: to }, locale, input, neverWait.has(purpose) ? { urgency: 'now' } : {});
      },
    }),
  };
}
