import deposits from './deposits.json' with { type: 'json' };
import arrears from './arrears.json' with { type: 'json' };
import groups from './groups.json' with { type: 'json' };
import coupons from './coupons.json' with { type: 'json' };
import feeds from './feeds.json' with { type: 'json' };
import today from './today.json' with { type: 'json' };
import overview from './overview.json' with { type: 'json' };
import news from './news.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };
import endings from './endings.json' with { type: 'json' };
import wishes from './wishes.json' with { type: 'json' };
import customforms from './customforms.json' with { type: 'json' };
import accounts from './accounts.json' with { type: 'json' };
import assistant from './assistant.json' with { type: 'json' };
import chrome from './chrome.json' with { type: 'json' };
import places from './places.json' with { type: 'json' };
import listings from './listings.json' with { type: 'json' };
import house from './house.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import editorial from './editorial.json' with { type: 'json' };
import seo from './seo.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import api from './api.json' with { type: 'json' };
import forms from './forms.json' with { type: 'json' };
import files from './files.json' with { type: 'json' };
import islands from './islands.json' with { type: 'json' };
import mail from './mail.json' with { type: 'json' };
import map from './map.json' with { type: 'json' };
import search from './search.json' with { type: 'json' };
import sms from './sms.json' with { type: 'json' };
import desk from './desk.json' with { type: 'json' };
import payrent from './payrent.json' with { type: 'json' };
import viewings from './viewings.json' with { type: 'json' };
import evidence from './evidence.json' with { type: 'json' };
import reviews from './reviews.json' with { type: 'json' };
import staff from './staff.json' with { type: 'json' };
import mydata from './mydata.json' with { type: 'json' };
import realname from './realname.json' with { type: 'json' };
import kept from './kept.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import captcha from './captcha.json' with { type: 'json' };
import shortlist from './shortlist.json' with { type: 'json' };
import enquiries from './enquiries.json' with { type: 'json' };
import payments from './payments.json' with { type: 'json' };
import resumes from './resumes.json' with { type: 'json' };
import searches from './searches.json' with { type: 'json' };
import stock from './stock.json' with { type: 'json' };
import orders from './orders.json' with { type: 'json' };
import offer from './offer.json' with { type: 'json' };
import documents from './documents.json' with { type: 'json' };
import company from './company.json' with { type: 'json' };
import providers from './providers.json' with { type: 'json' };
import quotes from './quotes.json' with { type: 'json' };
import asking from './asking.json' with { type: 'json' };
import replies from './replies.json' with { type: 'json' };

export const en = {
  deposits,
  arrears,
  coupons,
  feeds,
  groups,
  news,
  today,
  overview,
  history,
  endings,
  wishes,
  customforms,
  accounts,
  assistant,
  chrome,
  places,
  listings,
  house,
  codes,
  editorial,
  seo,
  errors,
  api,
  forms,
  files,
  islands,
  mail,
  map,
  search,
  sms,
  desk,
  staff,
  payrent,
  viewings,
  evidence,
  reviews,
  mydata,
  realname,
  kept,
  reports,
  captcha,
  shortlist,
  enquiries,
  payments,
  resumes,
  searches,
  stock,
  offer,
  documents,
  orders,
  company,
  providers,
  quotes,
  asking,
  replies,
};
