/** The pages of the forms of news. Browser-safe. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { newsChoicesContract, readNewsContract } from './news.contract.ts';
import { newsChoicesForm, readNewsForm } from './news.schema.ts';

export const newsPages = {
  'news-read': formPage({ definition: readNewsForm, contract: readNewsContract, done: (_, { paths }) => paths.to('profile_messages') }),
  'news-choices': formPage({
    definition: newsChoicesForm,
    contract: newsChoicesContract,
    done: (_, { paths }) => `${paths.to('news_choices')}?done=1`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
