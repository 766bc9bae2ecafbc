/** The UI catalogues (R9.45): one JSON file per language and area; zh-HK only overrides zh-TW. English is the shape of all. */
import enChrome from './catalogues/en/chrome.json' with { type: 'json' };
import enPlaces from './catalogues/en/places.json' with { type: 'json' };
import enListings from './catalogues/en/listings.json' with { type: 'json' };
import enHouse from './catalogues/en/house.json' with { type: 'json' };
import enCodes from './catalogues/en/codes.json' with { type: 'json' };
import enEditorial from './catalogues/en/editorial.json' with { type: 'json' };
import enSeo from './catalogues/en/seo.json' with { type: 'json' };
import enErrors from './catalogues/en/errors.json' with { type: 'json' };
import enApi from './catalogues/en/api.json' with { type: 'json' };
import enForms from './catalogues/en/forms.json' with { type: 'json' };
import enIslands from './catalogues/en/islands.json' with { type: 'json' };
import enMail from './catalogues/en/mail.json' with { type: 'json' };
import enMap from './catalogues/en/map.json' with { type: 'json' };
import enSearch from './catalogues/en/search.json' with { type: 'json' };
import enReports from './catalogues/en/reports.json' with { type: 'json' };
import viChrome from './catalogues/vi/chrome.json' with { type: 'json' };
import viPlaces from './catalogues/vi/places.json' with { type: 'json' };
import viListings from './catalogues/vi/listings.json' with { type: 'json' };
import viHouse from './catalogues/vi/house.json' with { type: 'json' };
import viCodes from './catalogues/vi/codes.json' with { type: 'json' };
import viEditorial from './catalogues/vi/editorial.json' with { type: 'json' };
import viSeo from './catalogues/vi/seo.json' with { type: 'json' };
import viErrors from './catalogues/vi/errors.json' with { type: 'json' };
import viApi from './catalogues/vi/api.json' with { type: 'json' };
import viForms from './catalogues/vi/forms.json' with { type: 'json' };
import viIslands from './catalogues/vi/islands.json' with { type: 'json' };
import viMail from './catalogues/vi/mail.json' with { type: 'json' };
import viMap from './catalogues/vi/map.json' with { type: 'json' };
import viSearch from './catalogues/vi/search.json' with { type: 'json' };
import viReports from './catalogues/vi/reports.json' with { type: 'json' };
import zhCNChrome from './catalogues/zh-CN/chrome.json' with { type: 'json' };
import zhCNPlaces from './catalogues/zh-CN/places.json' with { type: 'json' };
import zhCNListings from './catalogues/zh-CN/listings.json' with { type: 'json' };
import zhCNHouse from './catalogues/zh-CN/house.json' with { type: 'json' };
import zhCNCodes from './catalogues/zh-CN/codes.json' with { type: 'json' };
import zhCNEditorial from './catalogues/zh-CN/editorial.json' with { type: 'json' };
import zhCNSeo from './catalogues/zh-CN/seo.json' with { type: 'json' };
import zhCNErrors from './catalogues/zh-CN/errors.json' with { type: 'json' };
import zhCNApi from './catalogues/zh-CN/api.json' with { type: 'json' };
import zhCNForms from './catalogues/zh-CN/forms.json' with { type: 'json' };
import zhCNIslands from './catalogues/zh-CN/islands.json' with { type: 'json' };
import zhCNMail from './catalogues/zh-CN/mail.json' with { type: 'json' };
import zhCNMap from './catalogues/zh-CN/map.json' with { type: 'json' };
import zhCNSearch from './catalogues/zh-CN/search.json' with { type: 'json' };
import zhCNReports from './catalogues/zh-CN/reports.json' with { type: 'json' };
import zhTWChrome from './catalogues/zh-TW/chrome.json' with { type: 'json' };
import zhTWPlaces from './catalogues/zh-TW/places.json' with { type: 'json' };
import zhTWListings from './catalogues/zh-TW/listings.json' with { type: 'json' };
import zhTWHouse from './catalogues/zh-TW/house.json' with { type: 'json' };
import zhTWCodes from './catalogues/zh-TW/codes.json' with { type: 'json' };
import zhTWEditorial from './catalogues/zh-TW/editorial.json' with { type: 'json' };
import zhTWSeo from './catalogues/zh-TW/seo.json' with { type: 'json' };
import zhTWErrors from './catalogues/zh-TW/errors.json' with { type: 'json' };
import zhTWApi from './catalogues/zh-TW/api.json' with { type: 'json' };
import zhTWForms from './catalogues/zh-TW/forms.json' with { type: 'json' };
import zhTWIslands from './catalogues/zh-TW/islands.json' with { type: 'json' };
import zhTWMail from './catalogues/zh-TW/mail.json' with { type: 'json' };
import zhTWMap from './catalogues/zh-TW/map.json' with { type: 'json' };
import zhTWSearch from './catalogues/zh-TW/search.json' with { type: 'json' };
import zhTWReports from './catalogues/zh-TW/reports.json' with { type: 'json' };
import zhHKChrome from './catalogues/zh-HK/chrome.json' with { type: 'json' };
import zhHKPlaces from './catalogues/zh-HK/places.json' with { type: 'json' };
import zhHKListings from './catalogues/zh-HK/listings.json' with { type: 'json' };
import zhHKHouse from './catalogues/zh-HK/house.json' with { type: 'json' };
import zhHKCodes from './catalogues/zh-HK/codes.json' with { type: 'json' };
import zhHKEditorial from './catalogues/zh-HK/editorial.json' with { type: 'json' };
import zhHKSeo from './catalogues/zh-HK/seo.json' with { type: 'json' };
import zhHKErrors from './catalogues/zh-HK/errors.json' with { type: 'json' };
import zhHKApi from './catalogues/zh-HK/api.json' with { type: 'json' };
import zhHKForms from './catalogues/zh-HK/forms.json' with { type: 'json' };
import zhHKIslands from './catalogues/zh-HK/islands.json' with { type: 'json' };
import zhHKMail from './catalogues/zh-HK/mail.json' with { type: 'json' };
import zhHKMap from './catalogues/zh-HK/map.json' with { type: 'json' };
import zhHKSearch from './catalogues/zh-HK/search.json' with { type: 'json' };
import zhHKReports from './catalogues/zh-HK/reports.json' with { type: 'json' };

const en = {
  chrome: enChrome,
  places: enPlaces,
  listings: enListings,
  house: enHouse,
  codes: enCodes,
  editorial: enEditorial,
  seo: enSeo,
  errors: enErrors,
  api: enApi,
  forms: enForms,
  islands: enIslands,
  mail: enMail,
  map: enMap,
  search: enSearch,
  reports: enReports,
};
const vi = {
  chrome: viChrome,
  places: viPlaces,
  listings: viListings,
  house: viHouse,
  codes: viCodes,
  editorial: viEditorial,
  seo: viSeo,
  errors: viErrors,
  api: viApi,
  forms: viForms,
  islands: viIslands,
  mail: viMail,
  map: viMap,
  search: viSearch,
  reports: viReports,
};
const zhCN = {
  chrome: zhCNChrome,
  places: zhCNPlaces,
  listings: zhCNListings,
  house: zhCNHouse,
  codes: zhCNCodes,
  editorial: zhCNEditorial,
  seo: zhCNSeo,
  errors: zhCNErrors,
  api: zhCNApi,
  forms: zhCNForms,
  islands: zhCNIslands,
  mail: zhCNMail,
  map: zhCNMap,
  search: zhCNSearch,
  reports: zhCNReports,
};
const zhTW = {
  chrome: zhTWChrome,
  places: zhTWPlaces,
  listings: zhTWListings,
  house: zhTWHouse,
  codes: zhTWCodes,
  editorial: zhTWEditorial,
  seo: zhTWSeo,
  errors: zhTWErrors,
  api: zhTWApi,
  forms: zhTWForms,
  islands: zhTWIslands,
  mail: zhTWMail,
  map: zhTWMap,
  search: zhTWSearch,
  reports: zhTWReports,
};
const zhHK = {
  chrome: zhHKChrome,
  places: zhHKPlaces,
  listings: zhHKListings,
  house: zhHKHouse,
  codes: zhHKCodes,
  editorial: zhHKEditorial,
  seo: zhHKSeo,
  errors: zhHKErrors,
  api: zhHKApi,
  forms: zhHKForms,
  islands: zhHKIslands,
  mail: zhHKMail,
  map: zhHKMap,
  search: zhHKSearch,
  reports: zhHKReports,
};

type Plain<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
type Catalogue = typeof en;

/** Every key a message may be asked by, plural suffixes left out: 'house.nights', 'chrome.menu'. */
export type MessageKey = { [Area in keyof Catalogue]: `${Area & string}.${Plain<keyof Catalogue[Area] & string>}` }[keyof Catalogue];

/** Messages by catalogue language. */
export const catalogues: Readonly<Record<'en' | 'vi' | 'zh-CN' | 'zh-TW' | 'zh-HK', Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  en,
  vi,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'zh-HK': zhHK,
};
