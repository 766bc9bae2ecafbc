/**
 * `/staff/figures.csv`, what the desk has done week by week, `/staff/threads.csv`, the threads that the inbox shows for the same question, and
 * `/staff/answers.csv`, what was sent with a form: for staff who answer people. `/staff/orders.csv` and `/staff/payments.csv`: for those who see to
 * orders and to money. What says something of people is given to whoever has shown within the last minutes who they are; others are led to the page
 * that asks. It is sent as it is read, no faster than it is taken, and ends when who asked is gone.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { localeOfHeader } from '#lib/api/caller.ts';
import { knownIn } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { lacksProof, refusalOf } from '#lib/access.ts';
import type { Access, Proof } from '#lib/access.ts';
import type { AnswersCsv } from '#lib/features/custom-forms/custom-forms-csv.service.ts';
import type { ThreadsCsv } from '#lib/features/desk/threads-csv.service.ts';
import type { OrdersCsv } from '#lib/features/orders/orders-csv.service.ts';
import type { PaymentsCsv } from '#lib/features/payments/payments-csv.service.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { headersOf, isOwnRequest } from '../request-headers.ts';
import { send } from '../respond.ts';
import type { Handler } from '../handler.ts';

const closed = { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' } as const;
const plain = { ...closed, 'content-type': 'text/plain; charset=utf-8' } as const;

const accessOf = { threads: 'staff-desk', answers: 'staff-desk', orders: 'staff-orders', payments: 'staff-money' } as const satisfies Readonly<
  Record<string, Access>
>;
const names = ['threads', 'answers', 'orders', 'payments'] as const satisfies readonly (keyof typeof accessOf)[];

/** What is asked before it is given out, and the page it is asked from. `undefined`: it says nothing of anybody. */
export const exportProofs = {
  threads: { proof: { field: 'personal', is: ['yes'] }, page: 'staff_inbox' },
  answers: { proof: 'fresh', page: 'staff_answers' },
  orders: { proof: undefined, page: 'staff_orders' },
  payments: { proof: undefined, page: 'staff_payments' },
} as const satisfies Readonly<Record<keyof typeof accessOf, { readonly proof: Proof | undefined; readonly page: string }>>;

type Parts = {
  readonly threads: ThreadsCsv;
  readonly answers: AnswersCsv;
  readonly orders: OrdersCsv;
  readonly payments: PaymentsCsv;
  readonly sessions: SessionReaders;
  readonly site: Site;
  readonly now: () => Date;
};

export function createStaffExportsHandler({ threads, answers, orders, payments, sessions, site, now }: Parts): Handler {
  const figures: (...given: [IncomingMessage, ServerResponse]) => Promise<string> = async (request, response) => {
    const asked = now();
    const { staff } = await knownIn(headersOf(request), sessions, 'staff-desk', asked);
    const body = request.method === 'GET' && staff && isOwnRequest(request) ? await threads.figures(staff.standing, asked) : undefined;
    const type = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="figures-${asked.toISOString().slice(0, 10)}.csv"` };
    send(request, response, body === undefined ? { status: 404, headers: plain, body: 'Not found.' } : { status: 200, headers: { ...closed, ...type }, body });
    return 'figures';
  };

  return async (request, response, { pathname, searchParams }) => {
    if (pathname === '/staff/figures.csv') return figures(request, response);
    const name = names.find((one) => pathname === `/staff/${one}.csv`);
    if (!name) return undefined;
    const headers = headersOf(request);
    const asked = now();
    const { staff } = await knownIn(headers, sessions, accessOf[name], asked);
    // Each export is written down: no page of another site makes somebody's browser ask for one.
    const isOwn = isOwnRequest(request);
    const { proof, page } = exportProofs[name];
    if (isOwn && staff && !refusalOf(accessOf[name], staff.standing) && lacksProof(proof, staff, Object.fromEntries(searchParams), asked)) {
      const paths = site.paths(localeOfHeader(headers.get('accept-language') ?? undefined));
      const location = `${paths.to('staff_prove')}?${new URLSearchParams({ redirect: paths.to(page) })}`;
      send(request, response, { status: 303, headers: { ...plain, location }, body: '' });
      return name;
    }
    const made =
      request.method === 'GET' && staff && isOwn
        ? await { threads, answers, orders, payments }[name].export(searchParams, {
            staffId: asId<StaffId>(staff.staffId),
            standing: staff.standing,
            now: asked,
          })
        : undefined;
    if (made === undefined || made === 'busy') {
      const busy = { status: 503, headers: { ...plain, 'retry-after': '30' }, body: 'Others are being exported. Try again in a minute.' };
      send(request, response, made === 'busy' ? busy : { status: 404, headers: plain, body: 'Not found.' });
      return name;
    }
    const ended = new AbortController();
    response.once('close', () => ended.abort());
    response.writeHead(200, {
      ...closed,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${asked.toISOString().slice(0, 10)}.csv"`,
    });
    try {
      for await (const piece of made) {
        if (ended.signal.aborted) break;
        if (!response.write(piece)) await once(response, 'drain', { signal: ended.signal });
      }
      response.end();
    } catch {
      // Half of it is sent: a connection that breaks says so, an end would not.
      response.destroy();
    }
    return name;
  };
}
