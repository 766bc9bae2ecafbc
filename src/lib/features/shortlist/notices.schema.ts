/** Mails about homes: which of them somebody wants. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import type { Reader } from '#lib/reader.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';

/** Homes that one person may wait for; as many as a device keeps. */
export const awaitedMost = 50;

/** What somebody wants to hear of. `asked`: what they asked to be told, of saved searches and of homes they wait for; `ends`: that a home is full or not offered any more. */
export type NoticeChoices = {
  readonly asked: boolean;
  readonly priceDrops: boolean;
  readonly priceRises: boolean;
  readonly backInStock: boolean;
  readonly ends: boolean;
};

/** @property mailedOn day (UTC) of the last mail. @property notedOn day (UTC) of the last message. */
export type NoticeSettings = NoticeChoices & { readonly mailedOn: string | undefined; readonly notedOn: string | undefined };

/** `free`: something is, from this weekly rent. `gone`: it is not offered any more. */
export type SeenHome = { readonly state: 'free'; readonly rent: Money } | { readonly state: 'full' } | { readonly state: 'gone' };

/** What a mail was told of a favourite before, and what it was when it was kept. */
export type WatchedHome = {
  readonly houseId: HouseId;
  readonly rentThen: Money | undefined;
  /** The lowest rent they were told of, in minor units of that currency. */
  readonly toldMinor: bigint | undefined;
  readonly fullSince: Date | undefined;
  /** What their messages said last, or what it was when it was kept. */
  readonly seen: SeenHome | undefined;
};

/** Cards of homes in a reader's words; those that are not offered are left out. */
export type ShowCards = (ids: readonly HouseId[], reader: Reader) => Promise<readonly HouseCardFacts[]>;

export const noticesForm = formDefinition({
  id: 'notices',
  fields: [
    { kind: 'checkbox', name: 'asked', label: 'searches.notice_asked', hint: 'searches.notice_asked_hint' },
    { kind: 'checkbox', name: 'price_drops', label: 'searches.notice_price' },
    { kind: 'checkbox', name: 'price_rises', label: 'searches.notice_rise' },
    { kind: 'checkbox', name: 'back_in_stock', label: 'searches.notice_stock' },
    { kind: 'checkbox', name: 'ends', label: 'searches.notice_ends' },
  ],
  submit: 'searches.notice_save',
});

/** One click ends all of them, also without signing in. */
export const endNoticesForm = formDefinition({
  id: 'end-notices',
  fields: [{ kind: 'hidden', name: 'token', label: 'searches.notices', required: true, maxLength: 120 }],
  submit: 'searches.end',
});
