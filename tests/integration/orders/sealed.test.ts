/** An application as clients encrypt it, and as the form of a page sends it, open. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Contract } from '#lib/api/contract.ts';
import { sealKeyContract } from '#lib/api/seal-key.contract.ts';
import { newSealKeys, sealRequest } from '#lib/api/sealing.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { callReader } from '#lib/reader.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, applicationDetails, applicationTicks, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';

let desk: OrdersDesk;
let server: PagesServer;
beforeAll(async () => {
  desk = await openOrdersDesk();
  server = await startPages(desk.office);
});
afterAll(async () => {
  await server.close();
  await desk.office.close();
});

type Values = Readonly<Record<string, string>>;
/** What a call is sent as, encrypted to the key that the server gives. */
async function sealedFor(by: Browser, { path }: Contract, values: Values): Promise<Values> {
  const sealed = await sealRequest(path, values, (await by.call(sealKeyContract)).data);
  expect(Object.keys(sealed)).toEqual(['encrypt_data']);
  return sealed;
}
/** What is put aside of an application, as its page of review tells it. */
async function answersOf(by: Browser, code: string): Promise<Values> {
  const view = callReader(desk.office.on.services.site, { locale: 'en-us', now: desk.office.clock.now });
  const session = { userId: (await by.call(sessionContract)).data.cust_id };
  const page = { ...view.page, name: 'apply_review_info', params: { code } };
  const shown = known(await known(desk.office.on.services.people).loaders.orders.review({ ...view, page, visitor: { session } as never }));
  if (shown.kind !== 'review') throw new Error(shown.path);
  return Object.fromEntries(shown.parts.flatMap(({ rows }) => rows.map(({ name, value }) => [name, value])));
}
const begun = async (by: Browser): Promise<string> => (await by.call(contracts.beginOrderContract, desk.book())).data.code;

test('[R7.027] an application and what it asks travel whole in encrypt_data, and are read as those that are sent open', async () => {
  const said: Values[] = [];
  for (const isSealed of [true, false]) {
    const by = await desk.somebody();
    const code = await begun(by);
    const send = async (contract: Contract, values: Values) => {
      const { status, data } = await by.call(contract, (isSealed ? await sealedFor(by, contract, values) : values) as never);
      expect([contract.name, status]).toEqual([contract.name, 200]);
      return data as { readonly key?: string; readonly state?: string };
    };
    expect((await send(contracts.applyTemplateContract, { house_id: String(desk.lease.house_id) })).key).toBe('uk');
    await send(contracts.savePersonContract, { code, ...applicant });
    await send(contracts.saveDetailsContract, { code, ...applicationDetails });
    said.push(await answersOf(by, code));
    expect((await send(contracts.submitOrderContract, { code, price: await desk.agreed(by, code), ...applicationTicks })).state).toBe('submitted');
  }
  expect(said[0]).toMatchObject({ full_name: applicant.full_name, school: applicationDetails.school });
  expect(said[0]).toEqual(said[1]);
});

test('[R7.027] what is encrypted to another key, or says no application, is refused, and nothing of it is put aside', async () => {
  const by = await desk.somebody();
  const code = await begun(by);
  const { path } = contracts.savePersonContract;
  const before = await desk.office.on.base.db.selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
  const { publicKey } = await newSealKeys();
  const toOther = await sealRequest(path, { code, ...applicant }, publicKey);
  const refused = async (values: Values) => {
    const { status, error_code: error } = await by.call(contracts.savePersonContract, values as never);
    return [status, error];
  };
  expect(await refused(toOther)).toEqual([400, 1106]);
  expect(await refused({ encrypt_data: JSON.stringify({ code, ...applicant }) })).toEqual([400, 1106]);
  expect((await refused(await sealedFor(by, contracts.savePersonContract, { code })))[0]).toBe(422);
  expect(await desk.office.on.base.db.selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow()).toEqual(before);
});

test('[R7.027] the form of a page sends an application open, without script, and it is put aside', async () => {
  const by = await desk.somebody();
  const code = await begun(by);
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const origin = desk.office.on.services.site.origin;
  const csrf = decodeURIComponent(known(by.cookies.get(markerCookie)));
  const answer = await fetch(`${server.address}/en/houses/fill-info?orderCode=${code}`, {
    method: 'POST',
    body: new URLSearchParams({ csrf, code, ...applicant }),
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining(code)]);
  expect(await answersOf(by, code)).toMatchObject({ full_name: applicant.full_name, address: applicant.address });
});
