/** Pages of partners and their sales channel. */
import { bare, later, partner, group } from './route.ts';
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
  partner_list: later('/order/partner-list'),
  sale_channel_applicant: later('/sale-channel-applicant'),
  sale_introduction: later('/sale-channel-introduction', bare),
  cooperate: later('/cooperate'),
  rental_manager: later('/rental-manager', bare),
  rental: later('/rental'),
  widget: later('/widget/:region/:school', { ...bare, layout: 'empty' }),
  partners_detail: later('/partners/:pname', { helpWidget: true }),
  university_collaboration: later('/university-collaboration/:sname', bare),
  ai_sdk_lead_form: later('/ai-sdk/lead-form', { layout: 'empty', render: 'private' }),
  sale_channel: partner('/sale-channel'),
  ...group('sale_channel', salesPages, (name) => partner(`/sale-channel/${name}`)),
} as const satisfies Record<string, RouteDefinition>;
