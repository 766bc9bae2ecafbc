/** Calls of links by which sponsors pay: made and ended by who applied, paid by who has one. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { payerOf } from '#lib/features/payments/payments.rules.ts';
import { sandboxChoices } from '#lib/features/payments/payments.schema.ts';
import type { SandboxService } from '#lib/features/payments/sandbox.service.ts';
import { amountFault } from '#lib/forms/amount-faults.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { isTransfer, methodNamed } from '#lib/money/payment-methods.ts';
import type { Site } from '#lib/paths.ts';
import { sponsoredPath, trialPath } from './order-pages.rules.ts';
import { notFound, notNow } from './order-wire.rules.ts';
import { sponsorDays } from './sponsor-forms.schema.ts';
import * as contracts from './sponsors.contract.ts';
import type { SponsorsService } from './sponsors.service.ts';

type Parts = { readonly sponsors: SponsorsService; readonly sandbox: SandboxService | undefined; readonly site: Site };

export function sponsorCalls({ sponsors, sandbox, site }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.sponsorLinkContract, async ({ code, student, sponsor_locale, days: given, shows_price }, caller) => {
      const locale = locales.find((one) => one === sponsor_locale);
      const days = sponsorDays.find((one) => one === given);
      if (!locale || !days) return fault(locale ? 'days' : 'sponsor_locale', 'forms.choose');
      const asked = { student, locale, days: Number(days), showsPrice: shows_price === ticked };
      const outcome = await sponsors.make(userIdOf(caller), code, asked, caller.now);
      if (outcome.ok) return { ok: true, data: { code, ...outcome.value } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return notNow;
        case 'too-many':
          return fault('student', 'orders.sponsor_too_many');
      }
    }),
    bind(contracts.sponsorEndContract, async ({ code, link }, caller) =>
      (await sponsors.end(userIdOf(caller), code, Number(link), caller.now)).ok ? { ok: true, data: { code } } : notFound,
    ),
    bind(contracts.sponsorPayContract, async ({ key, sum, payer_name: name = '', method: given }, caller) => {
      const method = methodNamed(given ?? '');
      if (!method) return notFound;
      const begun = await sponsors.pay(key, { method, sum, name: name.trim(), locale: caller.locale, payer: payerOf(caller) }, caller.now);
      if (begun.ok) {
        const { reference, provider, address } = begun.value;
        const paths = site.paths(caller.locale);
        // The key is in no address that is kept with a payment: pages of ours get it here.
        const own = provider === 'sandbox' ? trialPath(paths, key, reference) : sponsoredPath(paths, key, reference);
        return { ok: true, data: { payment: reference, url: provider === 'sandbox' || isTransfer(method) ? own : (address ?? own) } };
      }
      switch (begun.reason) {
        case 'unknown':
          return notFound;
        case 'no-sum':
          return amountFault('sum', sum, caller.locale, 'orders.sponsor_sum_wrong');
        case 'changed':
          return fault('method', 'orders.offer_changed');
        case 'nothing-owed':
          return fault('method', 'payments.nothing_owed');
        case 'no-such-method':
          return fault('method', 'payments.method_gone');
        case 'unreachable':
          return fault('method', 'payments.unreachable');
        case 'refused':
          return fault('method', 'payments.provider_refused');
      }
    }),
    bind(contracts.sponsorTrialContract, async ({ key, payment, choice: given }, caller) => {
      const choice = sandboxChoices.find((one) => one === given);
      const opened = await sponsors.open(key, caller.now);
      if (!sandbox || !choice || !opened) return notFound;
      const outcome = await sandbox.choose(payment, { userId: opened.order.userId, link: opened.link.id }, choice, caller.now);
      return outcome.ok ? { ok: true, data: { key, payment, next: choice === 'check' ? ('check' as const) : ('done' as const) } } : notFound;
    }),
  ];
}
