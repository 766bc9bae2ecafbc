/** The call by which an app of others gets the token that it leads somebody here with. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { text } from './contact-input.schema.ts';

export const externalTokenContract = contract({
  name: 'ai-sdk-access-token',
  summary: 'A token for an app of others, by its id and secret: good once, for ten minutes, on the pages that take one.',
  method: 'POST',
  path: '/_aiSdkApi/access/token',
  input: z.object({ app_id: text(40, 'Id of the app'), app_secret: text(128, 'Its secret; for servers, never for pages') }),
  output: z.object({ access_token: z.string(), expires_in: z.int().check(z.describe('Seconds')) }),
  access: 'public',
  csrf: 'never',
  limit: 'login',
  errors: ['app-refused'],
  fulfils: ['R7.176'],
});
