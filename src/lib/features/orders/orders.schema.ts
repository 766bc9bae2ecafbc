/** What an order is, and what is told of it. Browser-safe. */
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { HouseId, OrderId, StaffId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { ArrearsDeed } from './arrears.schema.ts';
import type { ClaimAct } from './claims.schema.ts';
import type { OrderActor, OrderEvent, OrderState } from './order.process.rules.ts';
import type { SupplierAct } from './supplier-dues.schema.ts';
import type { ContractEvent } from './supplier-signing.schema.ts';

/** How people name an order. */
export const orderCodePattern = /^[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/;

/** R5.26, R9.18: years somebody must have on the day they move in. */
export const leastAge = 16;
/** Years from which somebody can sign for themselves nearly everywhere; of who is younger staff see to a guardian. */
export const ofAge = 18;
/** Days after which an application that nobody sent is let go. */
export const draftDays = 30;
/** Applications that one person may have begun, and those they may have sent and not paid yet: each of these keeps a bed from others. */
export const mostDrafts = 10;
export const mostWaiting = 5;

/** Who signs with an applicant that is not of age. */
export type Guardian = { readonly name: string; readonly email: string; readonly locale: Locale };

/** `unnamed`: nobody is named yet. `named`: the applicant signs first. `asked`: their link is out. `signed`: both have. */
export type GuardianState = 'unnamed' | 'named' | 'asked' | 'signed';

/** Days for which a guardian's link opens; the deadline of the order may end it sooner. */
export const guardianLinkDays = 7;

/** What an applicant said, by field. */
export type Answers = Readonly<Record<string, string>>;

/** What a link that leads to a booking asks for besides the lease (R3.55). */
export type AskedBooking = Readonly<Partial<Record<'school' | 'promo' | 'group' | 'xcode' | 'queue', string>>>;

/** What of a home an order keeps: it is told and reckoned with whatever becomes of the listing. */
export type OrderHome = {
  readonly name: string;
  /** In more languages, and where it is for the law; orders of before have neither. */
  readonly nameZh?: string | undefined;
  readonly names?: MoreLanguages | undefined;
  readonly place?: { readonly country: string; readonly state?: string | undefined } | undefined;
  readonly unit: string;
  readonly zone: string;
  readonly supplierId: number;
  readonly supplier: string;
  /** By which version of the supplier's terms it was quoted; absent where they have none. */
  readonly terms?: number | undefined;
  /** Hours for which it waits for its next step; absent: as the settings say. */
  readonly waitHours?: number | undefined;
  /** The cancellation policy of the lease; empty where it names none. */
  readonly policy: string;
};

export type Order = {
  readonly id: OrderId;
  readonly code: string;
  readonly userId: UserId | undefined;
  readonly houseId: HouseId;
  readonly unitId: UnitId;
  readonly tenancyId: TenancyId;
  /** Days of the home; `to` undefined: without an end. */
  readonly from: string;
  readonly to: string | undefined;
  readonly state: OrderState;
  readonly quote: Quote;
  readonly home: OrderHome;
  readonly asked: AskedBooking;
  readonly locale: Locale;
  readonly template: string;
  /** Until when it stays as it is, where the clock ends it. */
  readonly deadline: Date | undefined;
  readonly staffId: StaffId | undefined;
  readonly createdAt: Date;
  readonly movedAt: Date;
};

/** What was changed of a home since it was offered: it is let no longer, not on these days, or at another price; `declined`: the provider does not sign. */
export type OfferChange = 'gone' | 'days' | 'price' | 'declined';

/** Beside the events of the graph: what staff write to each other, and who sees to it. */
export type TimelineEvent =
  | OrderEvent
  | 'begin'
  | 'change'
  | 'ask-guardian'
  | 'due'
  | 'due-paid'
  | `dispute-${'open' | 'won' | 'lost' | 'closed'}`
  | 'sponsor-paid'
  | 'ask-again'
  | `deposit-${'propose' | 'whole' | 'decided' | 'agree' | 'dispute' | 'send' | 'given' | 'gone' | 'again'}`
  | Exclude<ArrearsDeed, 'end'>
  | 'keep-terms'
  | 'breaks-seen'
  | 'fee-paid'
  | 'paid-back'
  | 'fee-withdrawn'
  | 'transfer-proof'
  | 'transfer-unfound'
  | 'supplier-proof'
  | SupplierAct
  | 'claim-open'
  | 'claim-proof'
  | ClaimAct
  | ContractEvent
  | 'note'
  | 'take'
  | 'give-back'
  | 'hand-over';

export type TimelineEntry = {
  readonly event: TimelineEvent;
  readonly from: OrderState;
  readonly to: OrderState;
  readonly by: OrderActor;
  readonly staffId: StaffId | undefined;
  readonly note: string;
  readonly isInternal: boolean;
  readonly at: Date;
};

export type SignedContract = {
  readonly signer: 'applicant' | 'guardian';
  readonly document: string;
  readonly hash: string;
  readonly language: string;
  readonly signedAt: Date;
};

/** Days beyond its own deadline for which an order waits while staff look for a transfer, and hours to pay in once they have looked. */
export const lookedDays = 7;
export const afterLookHours = 48;

/** Days before a part of the price is due on which it is asked for. */
export const askedAhead = 14;
/** Days within which what a bank took back, and was asked for again, is to be paid. */
export const askedAgainDays = 7;

/** Hour of the day, at the home, from which somebody is asked whether they have moved in, and days after the last one for which they still are. */
export const movedInAsked = { hour: 9, days: 30 } as const;

/** Groups in which people look at their orders. */
export const orderFilters = ['all', 'open', 'booked', 'ended'] as const;
export type OrderFilter = (typeof orderFilters)[number];
export const statesOfFilter: Readonly<Record<OrderFilter, readonly OrderState[] | undefined>> = {
  all: undefined,
  open: ['draft', 'submitted', 'reviewing', 'offered', 'signing', 'to_pay'],
  booked: ['paid', 'confirmed', 'checked_in'],
  ended: ['completed', 'cancelled', 'refunding', 'refunded', 'expired'],
};

/** Orders that their owner may take off the list, and that may be taken up again. */
export const endedStates: readonly OrderState[] = ['completed', 'cancelled', 'refunded', 'expired'];
