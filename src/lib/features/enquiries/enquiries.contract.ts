/** Calls of questions: asking, writing back, whether somebody is there, and those of the AI SDK. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { replyForm, utmNames } from './enquiries.schema.ts';

/** A text that may be missing; the form's own check says what is too long. */
const text = (most: number, meaning: string) => z._default(z.string().register(z.globalRegistry, { maxLength: most, description: meaning }), '');
/** Left out by clients that do not ask for it: then it is kept as not given. */
const consent = (meaning: string) => z.optional(z.string().check(z.maxLength(40), z.describe(meaning)));
const utm = Object.fromEntries(utmNames.map((name) => [name, z._default(z.string().check(z.maxLength(80)), '')])) as Record<
  (typeof utmNames)[number],
  z.ZodMiniDefault<z.ZodMiniString>
>;

const person = {
  firstname: text(60, 'What to call whoever asks: letters of any script, no digits; may be left out'),
  lastname: text(60, 'Letters of any script, no digits; may be left out'),
  reach: text(5, 'email or phone: which of the two counts where both are given; both do when it is left out'),
  country_code: text(4, 'Dial code such as 86, or two letters; needed with mobile'),
  mobile: text(20, 'Digits without dial code; needed where no email is given'),
  email: text(254, 'Mail address; needed where no mobile is given'),
  content: text(2_000, 'The question'),
  data_sources: text(3, 'Where it is asked: 24 when left out'),
};
const around = {
  location: text(120, 'City or school in words; needed where neither a home nor an id of either is given'),
  unit_id: text(10, 'The room of the home'),
  tenancy_id: text(10, 'The lease that was looked at'),
  order_code: text(9, 'The order of who is signed in that it is about'),
  country_id: text(3, 'Of the form; the server finds it out by itself'),
  known: text(5, 'Of the form; the server finds it out by itself'),
  page: text(500, 'Path of the page it is asked on'),
  is_receive_property_recommend: text(1, '1: the answer may suggest other homes'),
  consent_terms: consent('Version of the wording agreed to; not asked for where consent_report is'),
  consent_report: consent('The same, which says besides that the question may be passed on to the provider; asked for of homes in country 840 and 826'),
  consent_recommend: consent('The same, for other homes in the answer'),
  ...utm,
};

const asked = z.object({
  reference: z.string().check(z.describe('Names the question; of eight letters and digits')),
  token: z.string().check(z.describe('The last part of the address of its page, /enquiry/…; good for 60 days')),
  repeated: z.boolean().check(z.describe('The same was asked in the last ten minutes; nothing was added')),
});

/** What every call that asks shares. */
const asking = {
  method: 'POST',
  output: asked,
  access: 'public',
  realname: 'live-im',
  repeatable: true,
  captcha: 'asked',
  errors: ['not-found', 'enough-for-today', 'captcha-needed'],
} as const;

const homes = { house_id: text(10, 'The home it is about'), city_id: text(10, 'Id of a city'), school_id: text(10, 'Id of a school') };

export const askQuestionContract = contract({
  ...asking,
  name: 'ask-question',
  summary: 'Asks a question about a home, a city or a school; it is stored, confirmed where a mail address is given, and answered by a person.',
  path: '/_api/listing/askQuestion',
  input: z.object({ ...person, ...around, ...homes }),
  fulfils: ['R7.139', 'R3.20', 'R6.04', 'R8.16'],
});

export const submitQuestionContract = contract({
  ...asking,
  name: 'submit-question',
  summary: 'The same with the names of the short form: id or houseId for the home, cityId for the city.',
  path: '/_api/askQuestion/submit',
  input: z.object({ ...person, ...around, id: text(10, 'The home it is about'), houseId: text(10, 'Another name of id'), cityId: text(10, 'Id of a city') }),
  fulfils: ['R7.140', 'R3.22'],
});

export const createIntentContract = contract({
  ...asking,
  name: 'ai-sdk-create-intent',
  summary: 'The same for the form of the AI SDK.',
  path: '/_aiSdkApi/intent/create',
  input: z.object({ ...person, ...around, ...homes }),
  fulfils: ['R7.175'],
});

export const enquiryReplyContract = contract({
  name: 'enquiry-reply',
  summary: 'Writes back in a question’s conversation, or closes it: with the token of its link, or signed in with its reference.',
  method: 'POST',
  path: '/_api/enquiry/reply',
  input: inputOf(replyForm),
  output: z.object({ done: z.enum(['reply', 'close']) }),
  access: 'public',
  realname: 'live-im',
  csrf: 'always',
  repeatable: true,
  errors: ['not-found'],
  fulfils: ['R2.147'],
});

export const onlineStatusContract = contract({
  name: 'online-status',
  summary: 'Whether somebody is there to answer, by the hours of service.',
  method: 'GET',
  path: '/_api/online/status',
  input: z.object({}),
  output: z.object({
    online_status: z.int().check(z.describe('1 within the hours of service, otherwise 0')),
    next_at: z.int().check(z.describe('Seconds of the epoch at which service begins again; the time of the call within the hours')),
  }),
  access: 'public',
  fulfils: ['R7.141'],
});

export const aiSdkSchoolsContract = contract({
  name: 'ai-sdk-schools',
  summary: 'Cities and schools for a text as it is typed, of the search index.',
  method: 'GET',
  path: '/_aiSdkApi/school/search',
  input: z.object({ keyword: z._default(z.string().check(z.maxLength(80)), '') }),
  output: z.object({
    cities: z.array(z.object({ _id: z.int(), city_name_lang: z.string(), state_name_lang: z.string(), country_name_lang: z.string() })),
    schools: z.array(z.object({ _id: z.int(), school_name_lang: z.string(), school_ab: z.string(), address: z.string() })),
  }),
  access: 'public',
  limit: 'suggest',
  fulfils: ['R7.173', 'R3.23', 'R3.24'],
});

export const aiSdkCountryCodesContract = contract({
  name: 'ai-sdk-country-codes',
  summary: 'Dial codes by country in the reader’s language, those their readers most often need first.',
  method: 'GET',
  path: '/_aiSdkApi/country/code',
  input: z.object({}),
  output: z.object({
    first: z.string().check(z.describe('Two letters of the country that is chosen at first')),
    usual: z.array(z.object({ iso2: z.string(), words: z.string() })),
    others: z.array(z.object({ iso2: z.string(), words: z.string() })),
  }),
  access: 'public',
  fulfils: ['R7.174'],
});
