/** What the desk calls threads, and what is done to them. Browser-safe. */
import type { LeasePolicy } from './lease-policy.rules.ts';
import type { EnquiryEventKind, EnquiryOrder, EnquirySource, EnquiryState, EnquiryTeam } from '#lib/features/enquiries/enquiries.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { inboxLanguages, InboxTab, InboxWhose, TemplatePlace, ThreadAct } from './threads.schema.ts';

export const actLabels: Readonly<Record<ThreadAct, MessageKey>> = {
  claim: 'desk.claim',
  release: 'desk.release',
  wait: 'desk.wait',
  close: 'desk.close',
  reopen: 'desk.reopen',
  spam: 'desk.spam',
  give: 'desk.give',
  team: 'desk.to_team',
  merge: 'desk.merge',
};

/** What is said when something was done to a thread, by the word in the address. */
export const threadDoneLabels: Readonly<Record<ThreadAct | 'answer' | 'note', MessageKey>> = {
  answer: 'desk.done_answer',
  note: 'desk.done_note',
  claim: 'desk.done_claim',
  release: 'desk.done_release',
  wait: 'desk.done_wait',
  close: 'desk.done_close',
  reopen: 'desk.done_reopen',
  spam: 'desk.done_spam',
  give: 'desk.done_give',
  team: 'desk.done_team',
  merge: 'desk.done_merge',
};

export const tabLabels: Readonly<Record<InboxTab, MessageKey>> = {
  due: 'desk.tab_due',
  waiting: 'desk.tab_waiting',
  closed: 'desk.tab_closed',
  spam: 'desk.tab_spam',
};
export const whoseLabels: Readonly<Record<InboxWhose, MessageKey>> = { all: 'desk.whose_all', mine: 'desk.whose_mine', nobody: 'desk.whose_nobody' };

export const orderLabels: Readonly<Record<EnquiryOrder, MessageKey>> = {
  due: 'desk.order_due',
  recent: 'desk.order_recent',
  longest: 'desk.order_longest',
};

export const stateLabels: Readonly<Record<EnquiryState, MessageKey>> = {
  new: 'desk.state_new',
  open: 'desk.state_open',
  waiting: 'desk.tab_waiting',
  closed: 'desk.tab_closed',
  spam: 'desk.tab_spam',
};

export const teamLabels: Readonly<Record<EnquiryTeam, MessageKey>> = {
  advice: 'desk.team_advice',
  service: 'desk.team_service',
  partners: 'desk.team_partners',
  careers: 'desk.team_careers',
};

export const sourceLabels: Readonly<Record<EnquirySource, MessageKey>> = {
  page: 'desk.source_page',
  'house-auto-open': 'desk.source_house_auto',
  'unit-part': 'desk.source_unit',
  'list-auto-open': 'desk.source_list_auto',
  'front-page': 'desk.source_front',
  list: 'desk.source_list',
  house: 'desk.source_house',
  'ask-me': 'desk.source_ask_me',
  'get-in-touch': 'desk.source_get_in_touch',
};

export const templateLabels: Readonly<Record<Locale, MessageKey>> = {
  'zh-cn': 'desk.in_zh_cn',
  'zh-hk': 'desk.in_zh_hk',
  'zh-tw': 'desk.in_zh_tw',
  'en-us': 'desk.in_en_us',
  'vi-vn': 'desk.in_vi_vn',
};

export const languageLabels: Readonly<Record<(typeof inboxLanguages)[number], MessageKey>> = {
  'zh-Hans': 'desk.language_hans',
  'zh-Hant': 'desk.language_hant',
  en: 'desk.language_en',
  vi: 'desk.language_vi',
};

export const eventLabels: Readonly<Record<EnquiryEventKind, MessageKey>> = {
  asked: 'desk.event_asked',
  claimed: 'desk.done_claim',
  assigned: 'desk.event_assigned',
  answered: 'desk.done_answer',
  replied: 'desk.event_asked',
  closed: 'desk.done_close',
  reopened: 'desk.done_reopen',
  waiting: 'desk.done_wait',
  'put-back': 'desk.event_put_back',
  spam: 'desk.done_spam',
  merged: 'desk.done_merge',
};

/** What fills a place of a ready answer. */
export const placeLabels: Readonly<Record<TemplatePlace, MessageKey>> = {
  name: 'desk.fills_name',
  home: 'desk.fills_home',
  place: 'desk.fills_place',
  address: 'desk.fills_address',
  city: 'desk.fills_city',
  provider: 'desk.fills_provider',
  room: 'desk.fills_room',
  rent: 'desk.fills_rent',
  'rent-from': 'desk.fills_rent_from',
  'move-in': 'desk.fills_move_in',
  'move-out': 'desk.fills_move_out',
  lease: 'desk.fills_lease',
  total: 'desk.fills_total',
  deposit: 'desk.fills_deposit',
  link: 'desk.fills_link',
  reference: 'desk.fills_reference',
  hours: 'desk.fills_hours',
  staff: 'desk.fills_staff',
};

/** Above what cancelling a lease gives back. */
export const policyTitles: Readonly<Record<LeasePolicy['why'], MessageKey>> = {
  asked: 'desk.policy_asked',
  gone: 'desk.policy_gone',
  cheapest: 'desk.policy_cheapest',
};
