/** The forms of what people keep: which call takes each, and where its reader goes afterwards. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { endNoticesContract, noticesContract, savedSearchContract } from './notices.contract.ts';
import { endNoticesForm, noticesForm } from './notices.schema.ts';
import { savedSearchForm } from './saved-searches.schema.ts';
import { shareForm } from './shared-lists.schema.ts';
import { changeFavouriteContract, shareFavouritesContract } from './shortlist.contract.ts';
import { favouriteForm } from './shortlist.schema.ts';

export const shortlistPages = {
  favourite: formPage({
    definition: favouriteForm,
    contract: changeFavouriteContract,
    done: ({ act }, { paths, values }) => {
      const place = (['sort', 'page', 'schoolunique', 'intake'] as const).flatMap((name) =>
        values[name] ? [[name, values[name]] satisfies [string, string]] : [],
      );
      return `${paths.to('profile_favourites')}?${new URLSearchParams([...place, ['done', act], ['home', values['house_id'] ?? '']])}`;
    },
  }),
  'share-favourites': formPage({
    definition: shareForm,
    contract: shareFavouritesContract,
    done: ({ done }, { paths }) => `${paths.to('share_favourites')}?done=${done}`,
  }),
  'saved-search': formPage({
    definition: savedSearchForm,
    contract: savedSearchContract,
    done: ({ done }, { paths }) => `${paths.to('saved_searches')}?done=${done}`,
  }),
  notices: formPage({ definition: noticesForm, contract: noticesContract, done: (_, { paths }) => `${paths.to('notices')}?done=1` }),
  'end-notices': formPage({
    definition: endNoticesForm,
    contract: endNoticesContract,
    valuesOf: ({ token = '' }) => ({ token }),
    done: (_, { paths, values }) => `${paths.to('end_notices', { token: values['token'] ?? '' })}?done=1`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
