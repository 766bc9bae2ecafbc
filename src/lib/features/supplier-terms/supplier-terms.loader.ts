/** What staff see of who collects for providers. */
import { refusalOf } from '#lib/access.ts';
import { formatMoment } from '#lib/dates/dates.ts';
import { deskZone } from '#lib/dates/desk-zone.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { NewTerms } from './supplier-changes.schema.ts';
import type { SupplierChangesService } from './supplier-changes.service.ts';
import type { SupplierTermsService } from './supplier-terms.service.ts';

type PageReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

/** Providers on a page. */
const pageLength = 50;

export type SupplierTermsLoader = ReturnType<typeof createSupplierTermsLoader>;

/** @param usualHours for which orders wait where nobody says otherwise. */
export function createSupplierTermsLoader(terms: SupplierTermsService, changes: SupplierChangesService, usualHours: number) {
  const isMoneyStaff = ({ visitor }: PageReader): boolean => visitor?.staff !== undefined && refusalOf('staff-money', visitor.staff.standing) === undefined;

  const moment = (at: Date, reader: PageReader): string => formatMoment(at, reader.intl, deskZone(reader));
  const termsShown = ({ collects, waitHours, lines }: NewTerms) => ({
    collects,
    hours: waitHours ?? usualHours,
    lines: lines.split('\n').filter((line) => line !== ''),
  });

  /** What waits of a provider, as pages show it. */
  async function waitingOf(id: SupplierId, reader: PageReader) {
    const waiting = await changes.pending(id, reader.now);
    return waiting.map(({ id: change, kind, needs, metAt, setAt, setBy, by, countsAt, to }) => ({
      change: String(change),
      kind,
      by,
      isOwn: reader.visitor?.staff?.staffId === setBy,
      since: moment(setAt, reader),
      from: moment(countsAt, reader),
      waitsFor: metAt ? ('time' as const) : needs,
      email: to?.kind === 'address' ? to.email : undefined,
      terms: to?.kind === 'terms' ? termsShown(to) : undefined,
    }));
  }

  return {
    async list(reader: PageReader) {
      if (!isMoneyStaff(reader)) return undefined;
      const rows = await terms.suppliers(parseId(reader.query.get('after')) ?? 0, pageLength + 1);
      const waiting = await changes.waiting();
      const listed = rows.slice(0, pageLength);
      const shown = await Promise.all(
        listed.map(async ({ id, name }) => {
          const { collects, waitHours } = await terms.of(id);
          return { supplier: String(id), name, collects, hours: waitHours ?? usualHours, waits: waiting.has(id) };
        }),
      );
      return { rows: shown, next: rows.length > pageLength ? listed.at(-1)?.id : undefined };
    },

    async one(reader: PageReader) {
      const id = isMoneyStaff(reader) ? parseId<SupplierId>(reader.page.params['supplier']) : undefined;
      const found = id === undefined ? undefined : await terms.forStaff(id);
      if (id === undefined || !found) return undefined;
      const { name, terms: now, lines, setAt } = found;
      return {
        supplier: String(id),
        name,
        usualHours,
        values: { supplier: String(id), collects: now.collects, lines, wait_hours: now.waitHours === undefined ? '' : String(now.waitHours) },
        setAt: setAt && moment(setAt, reader),
        waiting: await waitingOf(id, reader),
      };
    },

    /** Where a provider is written to, and what of it waits. */
    async address(reader: PageReader) {
      const id = isMoneyStaff(reader) ? parseId<SupplierId>(reader.page.params['supplier']) : undefined;
      const found = id === undefined ? undefined : await terms.forStaff(id);
      if (id === undefined || !found) return undefined;
      const counts = await changes.addressOf(id);
      return {
        supplier: String(id),
        name: found.name,
        counts: counts?.email,
        values: { supplier: String(id), email: counts?.email ?? '', locale: counts?.locale ?? reader.locale },
        waiting: await waitingOf(id, reader),
      };
    },

    /** One thing that waits, beside what counts now. */
    async change(reader: PageReader) {
      const id = isMoneyStaff(reader) ? parseId<SupplierId>(reader.page.params['supplier']) : undefined;
      const found = id === undefined ? undefined : await terms.forStaff(id);
      const one = id === undefined ? undefined : (await waitingOf(id, reader)).find(({ change }) => change === reader.page.params['change']);
      if (id === undefined || !found || !one) return undefined;
      const counts = await changes.addressOf(id);
      return {
        ...one,
        supplier: String(id),
        name: found.name,
        counts: one.kind === 'address' ? { email: counts?.email } : { terms: termsShown({ ...found.terms, lines: found.lines }) },
        mayAgree: one.waitsFor === 'second' && !one.isOwn,
      };
    },

    /** What a link to a new address opens. */
    async answering(reader: PageReader) {
      const key = reader.query.get('key') ?? '';
      const opened = await changes.opened(key, reader.now);
      return opened && { key, provider: opened.provider, isConfirmed: opened.isConfirmed, from: moment(opened.countsAt, reader) };
    },
  };
}
