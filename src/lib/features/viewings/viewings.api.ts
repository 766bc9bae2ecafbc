import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf, userIdOf } from '#lib/api/caller.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CityId, HouseId } from '#lib/ids/ids.ts';
import type { Paths } from '#lib/paths.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import * as contracts from './viewings.contract.ts';
import { momentOf, readRecording, readTimes } from './viewings.rules.ts';
import type { Viewing } from './viewings.schema.ts';
import type { ViewingsService } from './viewings.service.ts';

type Parts = { readonly viewings: ViewingsService; readonly geo: Pick<GeoIndex, 'cityById'>; readonly pathsOf: (locale: Locale) => Paths };

const notFound = { ok: false, error: 'not-found' } as const;

const wireOf = ({ code, houseId, state, slot, amount, result }: Viewing) => ({
  code,
  house_id: houseId,
  state,
  starts_at: slot.startsAt.toISOString(),
  minutes: slot.minutes,
  amount: String(amount.minor),
  currency: amount.currency,
  recording: result?.recording ?? '',
  notes: result?.notes ?? '',
});

/** Whole numbers of forms within bounds; undefined otherwise. */
const within = (text: string, least: number, most: number): number | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
};

/** Binds the calls of video viewings. */
export function viewingCalls({ viewings, geo, pathsOf }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.viewingSlotsContract, async ({ house_id }, { now }) => {
      const id = parseId<HouseId>(house_id);
      const slots = id === undefined ? undefined : await viewings.slotsFor(id, now);
      if (!slots) return notFound;
      const { minor, currency } = viewings.price;
      const shown = slots.map(({ id: slotId, startsAt, minutes, places, taken }) => ({
        id: slotId,
        starts_at: startsAt.toISOString(),
        minutes,
        left: places - taken,
      }));
      return { ok: true, data: { amount: String(minor), currency, slots: shown } };
    }),
    bind(contracts.bookViewingContract, async ({ house_id, slot, note, consent_begin }, caller) => {
      const [houseId, slotId] = [parseId<HouseId>(house_id), parseId(slot)];
      if (houseId === undefined) return notFound;
      if (slotId === undefined) return fault('slot', 'viewings.slot_gone');
      const { locale, now } = caller;
      const outcome = await viewings.book({ houseId, slotId, note, consent: consent_begin, locale }, userIdOf(caller), now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'slot-gone':
          return fault('slot', 'viewings.slot_gone');
        case 'too-many':
          return fault('slot', 'viewings.too_many');
      }
    }),
    bind(contracts.viewingOrdersContract, async (_, caller) => ({ ok: true, data: { items: (await viewings.ofUser(userIdOf(caller))).map(wireOf) } })),
    bind(contracts.payViewingContract, async ({ code }, caller) => {
      const viewing = await viewings.find(code, userIdOf(caller));
      if (!viewing) return notFound;
      if (viewing.state !== 'to_pay') return { ok: false, error: 'not-now' };
      const path = `${pathsOf(caller.locale).to('pay_center')}?${new URLSearchParams({ kind: 'viewing', code })}`;
      const { amount, payUntil } = viewing;
      return { ok: true, data: { path, amount: String(amount.minor), currency: amount.currency, pay_until: payUntil.toISOString() } };
    }),
    bind(contracts.cancelViewingContract, async ({ code }, caller) => {
      const outcome = await viewings.cancel(code, userIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { code } };
      return outcome.reason === 'unknown' ? notFound : fault('code', 'viewings.not_now');
    }),
    bind(contracts.moveViewingContract, async ({ code, slot }, caller) => {
      const slotId = parseId(slot);
      if (slotId === undefined) return fault('slot', 'viewings.slot_gone');
      const outcome = await viewings.moveTo(code, slotId, userIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'slot-gone':
          return fault('slot', 'viewings.slot_gone');
        case 'not-now':
          return fault('slot', 'viewings.not_now');
      }
    }),
    bind(contracts.staffMoveContract, async ({ code, slot }, caller) => {
      const slotId = parseId(slot);
      const outcome = slotId === undefined ? undefined : await viewings.moveByStaff(code, slotId, staffIdOf(caller), caller.now);
      if (outcome?.ok) return { ok: true, data: outcome.value };
      switch (outcome?.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('slot', 'viewings.not_now');
        case 'slot-gone':
        case undefined:
          return fault('slot', 'viewings.slot_gone');
      }
    }),
    bind(contracts.openSlotsContract, async ({ city_id, on, times: written, minutes: length, places: many }, caller) => {
      const cityId = parseId<CityId>(city_id);
      const city = cityId === undefined ? undefined : geo.cityById(cityId);
      if (!city) return notFound;
      const [minutes, places] = [within(length, 10, 120), within(many, 1, 20)];
      if (minutes === undefined) return fault('minutes', 'viewings.minutes_wrong');
      if (places === undefined) return fault('places', 'viewings.places_wrong');
      const times = (readTimes(written) ?? []).map((time) => momentOf(on, time, city.timeZone));
      const moments = times.filter((time) => time !== undefined);
      if (moments.length === 0 || moments.length < times.length) return fault('times', 'viewings.times_wrong');
      if (moments.some((at) => at <= caller.now)) return fault('on', 'viewings.past_day');
      return { ok: true, data: { opened: await viewings.openSlots(city.id, moments, { minutes, places }, staffIdOf(caller)) } };
    }),
    bind(contracts.closeSlotContract, async ({ slot_id }, caller) => {
      const id = parseId(slot_id);
      return id !== undefined && (await viewings.closeSlot(id, staffIdOf(caller), caller.now)) ? { ok: true, data: {} } : notFound;
    }),
    bind(contracts.viewingResultContract, async ({ code, outcome: said, recording: link, notes }, caller) => {
      const recording = readRecording(link);
      if (recording === undefined) return fault('recording', 'viewings.recording_wrong');
      const outcome = await viewings.report(code, said === 'missed' ? 'missed' : 'done', { recording, notes }, staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { code } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('outcome', 'viewings.not_now');
        case 'too-early':
          return fault('outcome', 'viewings.too_early');
      }
    }),
  ];
}
