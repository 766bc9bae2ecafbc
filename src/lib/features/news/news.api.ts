import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { NewsId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { newsChoicesContract, newsContract, readNewsContract } from './news.contract.ts';
import type { NewsAbout, SayNews } from './news.schema.ts';
import type { NewsService } from './news.service.ts';

type Parts = { readonly news: NewsService; readonly says: () => Readonly<Record<NewsAbout, SayNews>>; readonly site: Site };

export function newsCalls({ news, says, site }: Parts): readonly BoundCall[] {
  return [
    bind(newsContract, async (_, caller) => {
      const userId = userIdOf(caller);
      const { locale } = caller;
      const reader = { t: translator(locale), paths: site.paths(locale), intl: localeFacts[locale].intl, locale };
      const items = (await news.of(userId)).flatMap((one) => {
        const words = says()[one.about](one, reader);
        return words ? [{ id: one.id, kind: one.kind, ...words, told_at: one.toldAt.toISOString(), read: one.isRead }] : [];
      });
      return { ok: true, data: { unread: await news.unread(userId), items } };
    }),
    bind(readNewsContract, async ({ up_to }, caller) => {
      const upTo = parseId<NewsId>(up_to);
      if (upTo === undefined) return fault('up_to', 'forms.required');
      return { ok: true, data: { unread: await news.read(userIdOf(caller), upTo, caller.now) } };
    }),
    bind(newsChoicesContract, async ({ order_todo, order_done, viewing, viewing_soon, rent, enquiry, waiting }, caller) => {
      await news.choose(userIdOf(caller), {
        'order-todo': order_todo === ticked,
        'order-done': order_done === ticked,
        viewing: viewing === ticked,
        'viewing-soon': viewing_soon === ticked,
        rent: rent === ticked,
        enquiry: enquiry === ticked,
        waiting: waiting === ticked,
      });
      return { ok: true, data: {} };
    }),
  ];
}
