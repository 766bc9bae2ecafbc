/** What is kept of a person, in one form for themselves to read and for programs. */
import type { UserId } from '#lib/ids/ids.ts';
import type { MessageKey } from '#lib/i18n/t.ts';

/** A thing that is kept, as lines of a name and a value. */
export type PersonalItem = readonly { readonly label: MessageKey; readonly value: string }[];

/** What one part of the site keeps of somebody. */
export type PersonalPart = {
  readonly title: MessageKey;
  readonly items: readonly PersonalItem[];
  /** The same for programs, as JSON. */
  readonly data: unknown;
};

/** Where personal data lie: each feature that keeps some brings one. */
export type PersonalSource = {
  /** Name in the JSON, in snake_case. */
  readonly name: string;
  read(userId: UserId, now: Date): Promise<PersonalPart>;
};
