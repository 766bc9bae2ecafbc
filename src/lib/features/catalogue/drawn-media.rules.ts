/** Pictures of a house that brought no photographs: they are drawn from its facts. */
import { shots } from '#lib/features/pictures/picture-source.rules.ts';
import type { MediaDraft } from './catalogue.schema.ts';

/** Six views of the house and a plan of each unit. */
export function drawnMedia(unitRefs: readonly string[]): MediaDraft[] {
  const drawn = { suffix: '', legacyUrl: undefined };
  return [
    ...shots.map((path) => ({ ...drawn, kind: 'facade' as const, unitRef: undefined, path })),
    ...unitRefs.map((unitRef) => ({ ...drawn, kind: 'plan' as const, unitRef, path: 'plan' })),
  ];
}
