/** Pages of campaigns, events and live viewings. */
import { bare, later } from './route.ts';
import type { RouteDefinition } from './route.ts';

export const campaignRoutes = {
  activity: later('/activity/:id'),
  activity_general: later('/activity/general'),
  activity_reserve: later('/activity/reserve'),
  activity_uk_student: later('/activity/uk_student'),
  schoolpromotion: later('/schoolpromotion', bare),
  schoolinvitation: later('/schoolinvitation', bare),
  uiuc: later('/uiuc', bare),
  'uiuc-detail': later('/uiuc/detail', bare),
  'uiuc-login': later('/uiuc/login', bare),
  uiuc_merchant: later('/uiuc/merchant', bare),
  uiuc_schoolinvitation: later('/uiuc/schoolinvitation', bare),
  live_detail: later('/live/:id'),
  live_playback: later('/liveplayback/:id'),
  live_list: later('/live-list'),
  live_reserve: later('/live-reserve'),
  plus: later('/plus', { helpWidget: true }),
  plus_detail: later('/plus/:ename', { helpWidget: true }),
  special_promotion: later('/special-promotion/:sname', bare),
  must_stay: later('/must-stay', bare),
  happenings_live: later('/happenings/live/:id'),
  happenings_raf: later('/happenings/raf/:id', bare),
  happenings_overview: later('/happenings/overview/:id'),
  retail_form: later('/retail-form'),
  retail_form_success: later('/retail-form-success'),
  retail_lead_form: later('/retail-lead-form'),
} as const satisfies Record<string, RouteDefinition>;
