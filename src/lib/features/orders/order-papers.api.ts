/** Calls of the papers of an order: its contracts, who signs them, and their signatures. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { GuardiansService } from './guardians.service.ts';
import { contractFilePath } from './order-pages.rules.ts';
import { notFound, notNow } from './order-wire.rules.ts';
import * as contracts from './orders.contract.ts';
import type { OrdersService } from './orders.service.ts';
import type { SigningService } from './signing.service.ts';
import type { BothSides } from './supplier-signing.schema.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';

type Parts = {
  readonly orders: Pick<OrdersService, 'own'>;
  readonly signing: Pick<SigningService, 'signed' | 'sign'>;
  readonly guardians: Pick<GuardiansService, 'name' | 'sign'>;
  readonly supplierSigning: Pick<SupplierSigningService, 'of'>;
};

/** Where somebody signs in another name: the one in which they can, as they read it. */
const otherName = ([name = '']: readonly string[]) => faults([{ field: 'name', message: 'orders.sign_other_name', values: { name } }]);

/** What the pages of an order say of its two sides, for programs. */
function providerSays(sides: BothSides | undefined) {
  const { word = 'waiting', name = '', role = '', reason = '', on = '', at } = sides?.said ?? {};
  return { word, hash: sides?.contract.hash ?? '', name, role, reason, on, at: at?.toISOString() ?? '' } as const;
}

export function orderPaperCalls({ orders, signing, guardians, supplierSigning }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.orderContractsContract, async ({ code }, caller) => {
      const order = await orders.own(userIdOf(caller), code);
      if (!order) return notFound;
      const [signed, sides] = await Promise.all([signing.signed(order), supplierSigning.of(order)]);
      return {
        ok: true,
        data: {
          must_sign: order.state === 'offered' || order.state === 'signing',
          contracts: signed.map(({ hash, language, document, signedAt }) => ({
            hash,
            language,
            text: document,
            signed_at: signedAt.toISOString(),
            file: contractFilePath(code, hash),
          })),
          provider: providerSays(sides),
        },
      };
    }),

    bind(contracts.signContractContract, async ({ code, hash, name }, caller) => {
      const outcome = await signing.sign(userIdOf(caller), code, { hash, name, address: caller.address }, caller.now);
      if (outcome.ok) return { ok: true, data: { code, state: outcome.value } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'changed':
          return fault('hash', 'orders.contract_changed');
        case 'offer-changed':
          return fault('name', 'orders.offer_changed');
        case 'other-name':
          return otherName(outcome.names);
        case 'no-guardian':
          return fault('name', 'orders.guardian_needed');
        case 'not-now':
        case 'no-coupon':
        case 'sold-out':
        case 'gone':
          return notNow;
      }
    }),

    bind(contracts.nameGuardianContract, async ({ code, guardian_name, guardian_email, guardian_locale }, caller) => {
      const locale = locales.find((one) => one === guardian_locale);
      if (!locale) return fault('guardian_locale', 'forms.choose');
      const guardian = { name: guardian_name, email: guardian_email, locale };
      const outcome = await guardians.name(userIdOf(caller), code, guardian, caller.now);
      if (outcome.ok) return { ok: true, data: { code, asked: outcome.value.isAsked } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'own-address':
          return fault('guardian_email', 'orders.guardian_own');
        case 'not-now':
          return notNow;
      }
    }),

    bind(contracts.guardianSignContract, async ({ token, hash, name }, caller) => {
      const outcome = await guardians.sign(token, { hash, name, address: caller.address }, caller.now);
      if (outcome.ok) return { ok: true, data: { signed: true as const } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'changed':
          return fault('hash', 'orders.contract_changed');
        case 'offer-changed':
          return fault('name', 'orders.offer_changed');
        case 'other-name':
          return otherName(outcome.names);
        case 'not-now':
          return notNow;
      }
    }),
  ];
}
