/** Pages of partners and their sales channel. */
import { asking, bare, later, page, partner, group } from './route.ts';
import type { RouteDefinition } from './route.ts';

const salesPages = [
  'dashboard',
  'my-leads',
  'recommendation',
  'withdrawals-list',
  'withdrawals-detail',
  'bill-detail',
  'card-management',
  'applications',
  'bookings',
  'partner-sdk',
] as const;

export const partnerRoutes = {
  // R2.029: every way to pay, with what it costs and how long it takes.
  partner_list: page('/order/partner-list', 'catalogue/ways-to-pay', { query: ['country_id', 'currency'] }),
  sale_channel_applicant: later('/sale-channel-applicant'),
  sale_introduction: later('/sale-channel-introduction', bare),
  cooperate: later('/cooperate'),
  rental_manager: later('/rental-manager', bare),
  // R2.064, R2.131: for everybody; who is signed in sees their payments of rent there.
  rental: page('/rental', 'account/rental', { render: 'private', indexable: false, query: ['amount', 'rent_currency', 'currency', 'done'] }),
  widget: later('/widget/:region/:school', { ...bare, layout: 'empty' }),
  partners_detail: later('/partners/:pname', { helpWidget: true }),
  university_collaboration: later('/university-collaboration/:sname', bare),
  // Without script the form is what it is everywhere.
  ai_sdk_lead_form: page('/ai-sdk/lead-form', 'account/ask-form', { ...bare, layout: 'empty', ...asking, external: true }),
  sale_channel: partner('/sale-channel'),
  ...group('sale_channel', salesPages, (name) => partner(`/sale-channel/${name}`)),
} as const satisfies Record<string, RouteDefinition>;
