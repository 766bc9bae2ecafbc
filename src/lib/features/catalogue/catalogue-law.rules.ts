/**
 * What must hold of every home, whoever describes it: its figures never contradict each other. The importer leaves out
 * what breaks it, the sample obeys it, a test holds it against every home of the sample. Pure.
 */
import type { UnitDraft } from './catalogue.schema.ts';

/** Square metres that a unit can have and a plan can show. */
export const unitSqm = { least: 6, most: 400 } as const;

/**
 * The area as it is written and drawn: whole square metres, rounded once and for all.
 * @example shownSqm(19.5) // 20
 */
export const shownSqm = (sizeSqm: number): number => Math.round(sizeSqm);

/** A figure that contradicts another one, or no home can have. */
export type Contradiction = { readonly field: 'size_sqm' | 'stock'; readonly value: number; readonly reason: string };

/** Rooms that can be taken now. */
const freeRooms = (rooms: NonNullable<UnitDraft['rooms']>): number => rooms.filter(({ status }) => status === 1).length;

/** What of a unit breaks the law. Where its rooms are listed, as many are left as are free; options share the same rooms. */
export function contradictions({ sizeSqm, rooms, tenancies }: Pick<UnitDraft, 'sizeSqm' | 'rooms' | 'tenancies'>): readonly Contradiction[] {
  const found: Contradiction[] = [];
  if (sizeSqm !== undefined && (sizeSqm < unitSqm.least || sizeSqm > unitSqm.most))
    found.push({ field: 'size_sqm', value: sizeSqm, reason: `is not between ${unitSqm.least} and ${unitSqm.most}` });
  const left = Math.max(0, ...tenancies.map(({ stock }) => stock));
  if (rooms && rooms.length > 0 && left !== freeRooms(rooms))
    found.push({ field: 'stock', value: left, reason: `is not the number of free rooms, ${freeRooms(rooms)} of ${rooms.length}` });
  return found;
}
