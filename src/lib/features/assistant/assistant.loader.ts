/** What the page of the assistant shows. */
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import { askPersonHref } from './assistant.rules.ts';
import { questionLength } from './assistant.schema.ts';
import type { Answer } from './assistant.schema.ts';
import type { AssistantService } from './assistant.service.ts';
import { housePassages } from './house-passages.words.ts';
import type { HouseFacts } from './house-passages.words.ts';

/** What is asked of homes, in a reader's words. */
export type AskedHomes = {
  named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined>;
  whole(house: ReadHouse, reader: Reader): Promise<HouseFacts>;
};

export type OpenedAssistant = {
  /** The home that it is about; undefined where none is named, or it is gone. */
  readonly house: ReadHouse | undefined;
  /** As it was asked; empty at first. */
  readonly question: string;
  readonly isTooLong: boolean;
  /** Undefined while nothing is asked. */
  readonly answer: Answer | undefined;
  /** The host that learns questions, where a machine writes. */
  readonly writer: string | undefined;
  /** The form that asks a person, with the question in it. */
  readonly askHref: string;
  /** Where an operator's own customer chat is; undefined where there is none. */
  readonly chat: string | undefined;
};

/** A question about a home, answered; undefined where there is no such home. */
export async function answerAbout(
  service: Pick<AssistantService, 'answer'>,
  homes: AskedHomes,
  { question, houseId }: { readonly question: string; readonly houseId: HouseId | undefined },
  reader: Reader,
): Promise<{ readonly house: ReadHouse | undefined; readonly answer: Answer | undefined }> {
  const house = houseId && (await homes.named(houseId, reader));
  if (question === '' || question.length > questionLength) return { house, answer: undefined };
  const home = house ? housePassages(reader, house, await homes.whole(house, reader)) : [];
  return { house, answer: await service.answer(question, reader.locale, reader.now, home) };
}

/** @param chatUrl an operator's own customer chat. */
export function createAssistantLoader(service: AssistantService, homes: AskedHomes, chatUrl: string | undefined) {
  return {
    /** An operator's own customer chat, which then takes the place of ours (R1.44). */
    chatUrl,

    async open(reader: Reader): Promise<OpenedAssistant> {
      const { query, paths, locale } = reader;
      const question = (query.get('q') ?? '').trim();
      const { house, answer } = await answerAbout(service, homes, { question, houseId: parseId<HouseId>(query.get('house')) }, reader);
      return {
        house,
        question: question.slice(0, questionLength),
        isTooLong: question.length > questionLength,
        answer,
        writer: service.writer,
        askHref: askPersonHref(paths, locale, { house: house?.id, asks: house?.asks ?? '', question: question.slice(0, questionLength) }),
        chat: chatUrl,
      };
    },
  };
}
