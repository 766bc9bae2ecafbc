/** Binds the call of the assistant. */
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { callReader } from '#lib/reader.ts';
import { assistantAnswerContract } from './assistant.contract.ts';
import { answerAbout } from './assistant.loader.ts';
import type { AskedHomes } from './assistant.loader.ts';
import { askPersonHref } from './assistant.rules.ts';
import type { AssistantService } from './assistant.service.ts';

export function assistantCalls(service: AssistantService, homes: AskedHomes, site: Site): readonly BoundCall[] {
  return [
    bind(assistantAnswerContract, async ({ question, house_id }, caller) => {
      const reader = callReader(site, caller);
      const { house, answer } = await answerAbout(service, homes, { question, houseId: parseId<HouseId>(house_id) }, reader);
      if (house_id !== '' && !house) return { ok: false, error: 'not-found' };
      const found = answer?.kind === 'found' ? answer : undefined;
      return {
        ok: true,
        data: {
          passages: (found?.passages ?? []).map(({ page, heading, paragraphs, rows, href }) => ({
            page,
            heading,
            paragraphs: [...paragraphs],
            rows: [...rows],
            href,
          })),
          ...(found?.written ? { written: { text: found.written.text, sources: [...found.written.sources] } } : {}),
          ask: askPersonHref(reader.paths, reader.locale, { house: house?.id, question }),
        },
      };
    }),
  ];
}
