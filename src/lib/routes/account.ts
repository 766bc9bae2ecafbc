/** Pages about a person: signing in, profile, what they keep and earn. */
import { asking, bare, later, login, group, page, personal, questionParameters } from './route.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { RouteDefinition } from './route.ts';

const profilePages = [
  'wallet',
  'invite-friends',
  'invite-list',
  'cash-out',
  'withdrawal',
  'income-detail',
  'withdrawal-detail',
  'card',
  'payment-card',
  'reserve',
] as const;

/** A page before sign-in that has a form. */
const form = (name: FormName) => ({ render: 'private', indexable: false, form: name }) as const;

/** What the page of favourites takes. */
const favourites = { form: 'favourite', query: ['sort', 'page', 'schoolunique', 'intake', 'currency', 'done', 'home'] } as const;

export const accountRoutes = {
  report_listing: page('/report/:house', 'account/report-listing', { render: 'private', indexable: false, form: 'report-listing', query: ['sent', 'again'] }),
  feedback: page('/feedback', 'account/feedback', { ...form('feedback'), query: ['from', 'sent'] }),
  send_resume: page('/send-resume', 'account/send-resume', { ...form('resume'), query: ['sent'] }),
  login: page('/users/login', 'account/login', { ...form('login'), guests: true, query: ['redirect', 'kept'] }),
  login_password: page('/users/login/password', 'account/login-password', { ...form('login-password'), guests: true, query: ['redirect', 'set'] }),
  login_code: page('/users/login/code', 'account/login-code', { ...form('login-code'), step: true }),
  login_again: page('/users/login/again', 'account/login-again', { ...form('login-again'), step: true }),
  // R9.07: whom this browser knows.
  known_code: page('/users/login/known', 'account/login-known', { ...form('known-code'), guests: true, step: true, query: ['redirect'] }),
  known_password: page('/users/login/known/password', 'account/login-known', { ...form('known-password'), guests: true, step: true, query: ['redirect'] }),
  known_forget: page('/users/login/known/forget', 'account/login-forget', { ...form('known-forget'), guests: true, step: true, query: ['redirect'] }),
  login_whose: page('/users/login/whose', 'account/login-whose', { ...form('login-mine'), guests: true, step: true }),
  login_new: page('/users/login/new', 'account/login-new', { ...form('register'), guests: true, step: true }),
  login_with: page('/users/login/with/:provider', 'account/login-with', { ...form('set-out'), guests: true, step: true, query: ['redirect'] }),
  // R2.214: a desk shows a code, goes on once it is confirmed, and the phone confirms it.
  login_wechat: page('/users/login/wechat', 'account/login-wechat', { ...form('ask-scan'), guests: true, step: true, query: ['redirect', 'again'] }),
  login_wechat_done: page('/users/login/wechat/done', 'account/login-wechat', { ...form('end-scan'), guests: true, step: true }),
  login_scan: page('/users/login/scan/:ticket', 'account/login-scan', { ...form('confirm-scan'), step: true }),
  login_scanned: page('/users/login/scanned', 'account/login-scanned', { render: 'private', indexable: false, step: true }),
  // R7.183: where others lead who want to sign in with WeChat. It begins nothing by itself.
  oauth_goto: page('/oauth/goto', 'account/login-with', { render: 'private', indexable: false, guests: true, step: true, query: ['src', 'redirect', 'reurl'] }),
  login_return: page('/users/return/:provider', 'account/login-return', { ...form('return'), step: true, arrival: true, query: ['why'] }),
  // The page of a stand-in for a third party, on the machine of a developer.
  login_trial: page('/users/trial/:provider', 'account/login-trial', {
    render: 'private',
    indexable: false,
    step: true,
    query: ['state', 'nonce', 'as', 'no'],
  }),
  login_welcome: page('/users/login/welcome', 'account/login-welcome', { ...form('welcome'), guests: true, step: true }),
  reset_password: page('/users/reset-password', 'account/reset-password', form('recovery')),
  reset_new: page('/users/reset-password/new', 'account/reset-new', { ...form('new-password'), step: true }),
  // R2.122: the way in by phone.
  reg_mobile: page('/users/reg-mobile', 'account/login', { ...form('login'), guests: true, query: ['redirect'] }),
  logout: page('/users/logout', 'account/logout', { ...form('logout'), step: true }),
  prove: personal('/users/prove', 'account/prove', { form: 'prove-again', step: true, query: ['redirect'] }),
  // The panel under the reader's name is taken from it.
  user_menu: personal('/users/menu', 'account/user-menu', { ...bare, layout: 'empty', step: true }),
  // R2.123, R8.15: what was told of a newcomer is their browser's, so no token of an address is read.
  bind_mobile: page('/users/bind-mobile', 'account/bind-mobile', { ...form('bind-wechat'), step: true }),
  refer_to_earn: later('/refer-to-earn'),
  referral_link: later('/referral/:active', bare),
  'advocate-home': later('/advocate/home', bare),
  advocate_invite_list: later('/advocate/invite-list', bare),
  'advocate-rule': later('/advocate/rule', bare),
  'advocate-share': later('/advocate/share', bare),
  // R1.44, R6.22: the customer chat is a thread of ours, and begins with the form that asks.
  mchat: page('/mchat', 'account/mchat', { ...bare, layout: 'fill-content', ...asking }),
  // Its form is sent by GET, so that the address of an answer can be kept; nobody else is shown it.
  assistant: page('/assistant', 'account/assistant', { render: 'private', indexable: false, query: ['q', 'house', ...questionParameters] }),
  rname_list: later('/rname-list', bare),
  // R2.124, R2.126: the addresses that the mobile web had for them.
  uv_center: personal('/uvCenter', 'account/profile'),
  wish_list: personal('/wishList', 'account/favourites', favourites),
  cash_out_detail: login('/cash-out-detail'),
  findhousecard: personal('/findhousecard', 'account/findhousecard', { form: 'wishes', query: ['done'] }),
  share_wishes: personal('/findhousecard/share', 'account/share-wishes', { form: 'share-wishes', query: ['done'] }),
  shared_wishes: page('/shared-card/:token', 'account/shared-wishes', { render: 'private', indexable: false, step: true }),
  profile: personal('/profile', 'account/profile'),
  profile_account: personal('/profile/account', 'account/account', { query: ['done'] }),
  profile_zelle: personal('/profile/zelle', 'account/transfer', { form: 'voucher', query: ['payment', 'done'], step: true }),
  profile_setting: personal('/profile/setting', 'account/setting', { form: 'setting', query: ['done'] }),
  account_contact: personal('/profile/account/contact', 'account/account-contact', { form: 'bind', query: ['redirect', 'new'] }),
  account_prove: personal('/profile/account/prove', 'account/account-prove', { form: 'prove', query: ['redirect'] }),
  account_stay: personal('/profile/account/stay', 'account/account-stay', { form: 'stay', query: ['redirect'] }),
  account_erased: page('/users/deleted', 'account/account-erased', { render: 'private', indexable: false, query: ['on'] }),
  account_join: personal('/profile/account/join', 'account/account-join', { form: 'join', step: true }),
  account_claim: personal('/profile/account/claim', 'account/account-claim', { form: 'claim-contact', step: true }),
  account_keep: personal('/profile/account/keep', 'account/account-keep', { form: 'keep-contact' }),
  // Short: it stands in messages to phones.
  stop_change: page('/stop/:token', 'account/stop-change', { ...form('stop-change'), step: true, query: ['done'] }),
  account_password: personal('/profile/account/password', 'account/account-password', { form: 'change-password', query: ['redirect'] }),
  account_devices: personal('/profile/account/devices', 'account/account-devices', { form: 'end-sessions', query: ['done'] }),
  account_ways: personal('/profile/account/ways', 'account/account-ways', { form: 'disconnect', query: ['done'] }),
  account_connect: personal('/profile/account/ways/:provider', 'account/account-connect', { form: 'connect' }),
  account_realname: personal('/profile/account/real-name', 'account/realname', { form: 'realname', query: ['done', 'redirect', 'step'] }),
  account_consents: personal('/profile/account/consents', 'account/account-consents', { form: 'consents', query: ['done'] }),
  account_passkeys: personal('/profile/account/passkeys', 'account/account-passkeys', { form: 'remove-passkey', query: ['done'] }),
  account_export: personal('/profile/account/export', 'account/account-export', { query: ['later'] }),
  account_erase: personal('/profile/account/erase', 'account/account-erase', { form: 'erase' }),
  share_favourites: personal('/profile/house-favorite/share', 'account/share-favourites', { form: 'share-favourites', query: ['done'] }),
  // A question with what was answered, by the link of its mails.
  enquiry: page('/enquiry/:token', 'account/enquiry', { ...form('enquiry-reply'), step: true, query: ['done'] }),
  own_enquiry: personal('/profile/messages-center/:reference', 'account/enquiry', { form: 'enquiry-reply', step: true, query: ['done'] }),
  saved_searches: personal('/profile/saved-searches', 'account/saved-searches', { form: 'saved-search', query: ['place', 'ask', 'done'] }),
  history: personal('/profile/history', 'account/history', { form: 'history', query: ['done'] }),
  notices: personal('/profile/notices', 'account/notices', { form: 'notices', query: ['done'] }),
  // The link of mails: people see its page, mail programs post to it (RFC 8058).
  end_notices: page('/notices/:token', 'account/end-notices', { ...form('end-notices'), step: true, query: ['done'] }),
  shared_list: page('/shared-list/:token', 'account/shared-list', {
    render: 'private',
    indexable: false,
    step: true,
    query: ['schoolunique', 'intake', 'currency'],
  }),
  profile_favourites: personal('/profile/house-favorite', 'account/favourites', favourites),
  profile_activity: personal('/profile/activity', 'account/activity', { form: 'bed', query: ['done'] }),
  profile_coupons: personal('/profile/coupons', 'account/coupons', { form: 'coupon-keep', query: ['done'] }),
  waiting_list: personal('/houses/waiting-list/:tenancy', 'account/waiting-list', { form: 'bed' }),
  profile_refer_to_earn: later('/profile/refer-to-earn', { render: 'private' }),
  profile_messages: personal('/profile/messages-center', 'account/messages', { form: 'news-read' }),
  news_choices: personal('/profile/news', 'account/news-choices', { form: 'news-choices', query: ['done'] }),
  profile_myHouse: personal('/profile/myHouse', 'account/my-house'),
  // What a home was like, photographed and dated.
  profile_evidence: personal('/profile/order/evidence', 'account/evidence', { form: 'evidence', step: true, query: ['orderCode', 'done'] }),
  profile_evidence_remark: personal('/profile/order/evidence/remark', 'account/evidence-remark', {
    form: 'evidence-remark',
    step: true,
    query: ['orderCode', 'entry'],
  }),
  profile_evidence_sign: personal('/profile/order/evidence/sign', 'account/evidence-sign', { form: 'evidence-sign', step: true, query: ['orderCode'] }),
  profile_evidence_link: personal('/profile/order/evidence/provider', 'account/evidence-link', {
    form: 'evidence-link',
    step: true,
    query: ['orderCode', 'done'],
  }),
  'profile_order/rentalOrder': personal('/profile/order/rentalOrder', 'account/orders', { query: ['filter'] }),
  'profile_order/rentalDetail': personal('/profile/order/rentalDetail', 'account/order', { form: 'order-act', step: true, query: ['id', 'done'] }),
  'profile_order/group-list': personal('/profile/order/group-list', 'account/groups', { form: 'group-act', query: ['done'] }),
  'profile_order/form': personal('/profile/order/form', 'account/order-form', { step: true, query: ['id', 'orderCode'] }),
  'profile_order/payRentDetail': personal('/profile/order/payRentDetail', 'account/rent', { form: 'rent-cancel', step: true, query: ['code', 'done'] }),
  // R4.057: how moving in went.
  'profile_order/oldComment': personal('/profile/order/oldComment', 'account/review', { form: 'review', step: true, query: ['id', 'orderCode'] }),
  'profile_order/comment-result': personal('/profile/order/comment-result', 'account/review-sent', { step: true, query: ['id', 'orderCode'] }),
  'profile_order/myComment': personal('/profile/order/myComment', 'account/own-reviews', {
    form: 'withdraw-review',
    step: true,
    query: ['id', 'orderCode', 'done'],
  }),
  'profile_order/comments': personal('/profile/order/comments', 'account/reviews'),
  'profile_service-evaluation': personal('/profile/service-evaluation', 'account/service-evaluation', {
    form: 'service-evaluation',
    step: true,
    query: ['id', 'orderCode', 'done'],
  }),
  'profile_apply-information': personal('/profile/apply-information', 'account/apply-information', { form: 'apply-information', query: ['done'] }),
  ...group('profile', profilePages, (name) => login(`/profile/${name}`)),
} as const satisfies Record<string, RouteDefinition>;
