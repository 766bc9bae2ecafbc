/** Writes feeds of all three formats from one description, so that tests can compare them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { houseFields, tenancyFields, unitFields } from '#lib/features/feeds/feed.schema.ts';

export type Fields = Readonly<Record<string, string>>;
export type FeedUnit = { readonly fields: Fields; readonly tenancies: readonly Fields[] };
export type FeedHouse = { readonly fields: Fields; readonly units: readonly FeedUnit[] };

const house: Fields = {
  house_ref: 'H1',
  house_name: 'Teapot Yard',
  house_name_zh: '茶壶坊',
  house_type: 'apartment',
  country: 'GB',
  city: 'London',
  address: "12 Weaver's Row, London",
  postal_code: 'WC1H 0AA',
  latitude: '51.5246',
  longitude: '-0.1310',
  year_built: '2016',
  storeys: '9',
  description: 'Ten minutes on foot.',
  amenities: 'wifi;lift',
  bills_included: 'water;internet',
};
const unit: Fields = {
  unit_ref: 'U1',
  unit_name: 'Silver Ensuite',
  unit_type: 'ensuite',
  size_sqm: '13.5',
  bed_size: 'small-double',
  max_occupants: '1',
  bathroom: 'private',
  kitchen: 'shared',
};
const tenancy: Fields = {
  tenancy_ref: 'T1',
  move_in: '2027-09-04',
  lease_weeks: '51',
  rent_amount: '289.00',
  rent_currency: 'GBP',
  rent_unit: 'WEEK',
  deposit_amount: '250',
  stock: '6',
  cancellation_policy: 'standard',
  last_confirmed_at: '2026-11-20T09:30:00+00:00',
};

export const feedTenancy = (changes: Fields = {}): Fields => ({ ...tenancy, ...changes });
export const feedUnit = (changes: Fields = {}, tenancies: readonly Fields[] = [feedTenancy()]): FeedUnit => ({ fields: { ...unit, ...changes }, tenancies });
export const feedHouse = (changes: Fields = {}, units: readonly FeedUnit[] = [feedUnit()]): FeedHouse => ({ fields: { ...house, ...changes }, units });
/** A house with one unit and one tenancy that differs in the given fields, whatever their level. */
export const feedHouseWith = (ref: string, changes: Fields = {}): FeedHouse => {
  const of = (names: readonly string[]): Fields => Object.fromEntries(Object.entries(changes).filter(([name]) => names.includes(name)));
  return feedHouse({ house_ref: ref, ...of(houseFields) }, [feedUnit(of(unitFields), [feedTenancy(of(tenancyFields))])]);
};

const columns = [...houseFields, ...unitFields, ...tenancyFields];
const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

export function asCsv(houses: readonly FeedHouse[]): string {
  const rows = houses.flatMap(({ fields, units }) => units.flatMap((one) => one.tenancies.map((option): Fields => ({ ...fields, ...one.fields, ...option }))));
  return [columns.join(','), ...rows.map((row) => columns.map((name) => cell(row[name] ?? '')).join(','))].join('\n') + '\n';
}

export function asJson(houses: readonly FeedHouse[]): string {
  return JSON.stringify(
    houses.map(({ fields, units }) => ({ ...fields, units: units.map((one) => ({ ...one.fields, tenancies: one.tenancies })) })),
    undefined,
    2,
  );
}

export function asXml(houses: readonly FeedHouse[]): string {
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const elements = (fields: Fields): string =>
    Object.entries(fields)
      .map(([name, value]) => `<${name}>${escape(value)}</${name}>\n`)
      .join('');
  const units = (list: readonly FeedUnit[]): string =>
    list
      .map((one) => `<unit>\n${elements(one.fields)}${one.tenancies.map((option) => `<tenancy>\n${elements(option)}</tenancy>\n`).join('')}</unit>\n`)
      .join('');
  return `<?xml version="1.0"?>\n<feed>\n${houses.map((one) => `<house>\n${elements(one.fields)}${units(one.units)}</house>\n`).join('')}</feed>\n`;
}

/** A folder for feeds of one test file, and how to write into it. */
export function feedFolder(): { folder: string; write(name: string, content: string | Buffer): string } {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-feeds-'));
  return {
    folder,
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, name.endsWith('.gz') ? gzipSync(content) : content);
      return path;
    },
  };
}
