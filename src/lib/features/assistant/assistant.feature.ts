/** The assistant: answers by quoting our own texts and figures, and offers a person where there is none. */
import { createSpendBreaker } from '#lib/api/shared-limits.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { Site } from '#lib/paths.ts';
import type { AnswerWriter } from '#lib/ports/answers/answers.ts';
import { assistantCalls } from './assistant.api.ts';
import { createAssistantLoader } from './assistant.loader.ts';
import type { AskedHomes } from './assistant.loader.ts';
import { createAssistantService } from './assistant.service.ts';

type Parts = {
  /** Where editors keep their texts, `src/content`. */
  readonly content: string;
  readonly site: Site;
  readonly readHouses: AskedHomes;
  readonly writer: AnswerWriter;
  readonly counters: CounterStore;
  /** Tokens that a machine's answers may cost in a day (UTC), on all nodes together. */
  readonly dailyTokens: number;
  /** An operator's own customer chat. */
  readonly customerChat: string | undefined;
};

export function createAssistant({ content, site, readHouses, writer, counters, dailyTokens, customerChat }: Parts) {
  const service = createAssistantService({ content, site, writer, budget: createSpendBreaker(counters, { answers: dailyTokens }) });
  return { service, loader: createAssistantLoader(service, readHouses, customerChat), calls: assistantCalls(service, readHouses, site) };
}
