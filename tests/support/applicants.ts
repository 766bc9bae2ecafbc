/** People whose applications wait to be sent, and payments that wait to be told, for a server that starts afterwards. */
import { sql } from 'kysely';
import { sandboxSignature } from '#lib/ports/payment/sandbox.ts';
import { signMessage } from '#lib/ports/payment/signed-message.ts';
import type { Db } from '#lib/db/database.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import { submitOrderContract } from '#lib/features/orders/orders.contract.ts';
import { houseDraft, tenancyDraft, unitDraft } from '#tests/factories/houses.ts';
import type { Browser } from './accounts-desk.ts';
import { databaseForServer } from './database.ts';
import { known } from './list-pages.ts';
import { applicationTicks, openOrdersDesk } from './orders-desk.ts';
import { beginToPay, paidMessage } from './paying.ts';

/** A request about an order, as it goes over the wire when it is made. */
export type Waiting = { readonly code: string; readonly path: string; request(): { readonly headers: HeadersInit; readonly body: string } };

export type Prepared = {
  /** Applications that are complete; each, sent, keeps a bed. */
  readonly applications: readonly Waiting[];
  /** What the embedded provider tells of payments that were made: all but the news has happened. */
  readonly payments: readonly Waiting[];
};

type Wanted = {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** Of the server that comes afterwards. */
  readonly secret: Buffer;
  readonly applications: number;
  readonly payments: number;
  /** Each of one lease; people choose among them in turn. */
  readonly homes: number;
  readonly bedsEach: number;
  readonly say?: (line: string) => void;
};

/** Fills an empty place, in which a server of the same secret goes on. */
export async function prepareApplicants({ dataDir, databaseUrl, secret, applications, payments, homes, bedsEach, say }: Wanted): Promise<Prepared> {
  const open = () => databaseForServer({ dataDir, databaseUrl });
  const desk = await openOrdersDesk({ open, secret, now: new Date() });
  try {
    const { db, geo } = desk.office.on.base;
    const city = known(geo.city('uk', 'london'));
    const supplier = await ensureSupplier(db, { name: 'Albion Rooms', kind: 'operator', verifiedOn: '2026-01-05', isSample: true });
    const drafts = Array.from({ length: homes }, (_, index) =>
      houseDraft(city, supplier, {
        ref: `busy-${index}`,
        name: `Busy Court ${index}`,
        units: [unitDraft(city, { tenancies: [tenancyDraft(city, { stock: bedsEach })] })],
      }),
    );
    await writeHouses(db, drafts, desk.office.clock.now);
    const leases = await db
      .selectFrom('tenancies')
      .innerJoin('houses', 'houses.id', 'tenancies.house_id')
      .select(['tenancies.id', 'tenancies.house_id', 'tenancies.unit_id', 'tenancies.move_in', 'tenancies.move_out'])
      .where('houses.ref', 'like', 'busy-%')
      .orderBy('tenancies.id')
      .execute();
    const lease = (number: number) => {
      const { id, house_id, unit_id, move_in, move_out } = known(leases[number % leases.length]);
      return { tenancy_id: String(id), house_id: String(house_id), unit_id: String(unit_id), move_in, move_out };
    };
    const headersOf = (by: Browser) => ({
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en-us',
      cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: desk.office.on.services.site.origin,
      'sec-fetch-site': 'same-origin',
      [wireHeaders.antiForgery]: decodeURIComponent(by.cookies.get(markerCookie) ?? ''),
    });

    // A signature is good for minutes, and there may be many kills in between.
    const signed = (body: Buffer) => ({
      headers: { [sandboxSignature]: signMessage(desk.office.secrets.keyFor('payments'), body, new Date()) },
      body: body.toString(),
    });
    const waiting = { applications: [] as Waiting[], payments: [] as Waiting[] };
    let next = 0;
    const one = async (number: number): Promise<void> => {
      const by = await desk.somebody();
      if (number >= applications) {
        const code = await desk.signed(by, lease(number));
        const reference = await beginToPay(desk.office, by, { kind: 'order', code });
        const { body } = await paidMessage(desk.office, reference);
        waiting.payments.push({ code, path: '/_upay/webhook/sandbox', request: () => signed(body) });
        return;
      }
      const code = await desk.drafted(by, lease(number));
      const body = new URLSearchParams({ code, price: await desk.agreed(by, code), ...applicationTicks }).toString();
      const headers = headersOf(by);
      waiting.applications.push({ code, path: submitOrderContract.path, request: () => ({ headers, body }) });
    };
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        while (next < applications + payments) {
          const mine = next++;
          await one(mine);
          if (mine % 200 === 199) say?.(`${mine + 1} of ${applications + payments} people have filled in what they send`);
        }
      }),
    );
    return waiting;
  } finally {
    await desk.office.close();
  }
}

/** Sends one: it was done, refused for good, or is to be sent again later. Throws where nobody answered. */
export async function send(baseUrl: string, { path, request }: Waiting): Promise<'done' | 'refused' | 'later'> {
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', ...request() });
  const text = await answer.text();
  if (answer.status >= 500 || answer.status === 429) return 'later';
  return answer.status === 200 && !/"error_code":(?!0\b)/.test(text) ? 'done' : 'refused';
}

/** What must hold of beds, orders and money whatever happened: each number is 0. */
export async function contradictions(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from bed_claims a join bed_claims b on b.bed_id = a.bed_id and b.id > a.id and b.period && a.period
      where a.released_at is null and b.released_at is null) as "beds kept twice",
    (select count(*)::int from orders o where o.state in ('submitted', 'paid')
      and not exists (select 1 from bed_claims c where c.order_id = o.id and c.released_at is null)) as "orders without a bed",
    (select count(*)::int from orders o where o.state <> 'draft'
      and not exists (select 1 from order_events e where e.order_id = o.id and e.event = 'submit')) as "orders that nobody sent",
    (select count(*)::int from (select 1 from ledger_entries group by transaction_id, currency having sum(minor) <> 0) t) as "postings out of balance",
    (select count(*)::int from payments where received_minor > 0 and state = 'succeeded'
      and not exists (select 1 from ledger_transactions l where l.effect like '%' || payments.reference || '%')) as "payments without a posting",
    (select count(*)::int from orders o where o.state = 'paid'
      and not exists (select 1 from payment_requests r where r.kind = 'order' and r.code = o.code and r.state = 'paid')) as "paid orders without money",
    (select count(*)::int from payment_requests r join orders o on o.code = r.code
      where r.kind = 'order' and r.state = 'paid' and o.state = 'to_pay') as "money without a paid order"`.execute(db);
  return known(rows[0]);
}
