/** Pictures of a house that brought no photographs: they are drawn from its facts. */
import { shots } from '#lib/features/pictures/picture-source.rules.ts';
import type { MediaDraft } from './catalogue.schema.ts';

/** Views of the house, all there are if not said otherwise, and a plan of each unit. */
export function drawnMedia(unitRefs: readonly string[], views: readonly (typeof shots)[number][] = shots): MediaDraft[] {
  const drawn = { suffix: '', legacyUrl: undefined };
  return [
    ...views.map((path) => ({ ...drawn, kind: 'facade' as const, unitRef: undefined, path })),
    ...unitRefs.map((unitRef) => ({ ...drawn, kind: 'plan' as const, unitRef, path: 'plan' })),
  ];
}
