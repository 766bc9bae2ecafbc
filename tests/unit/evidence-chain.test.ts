/** The chain of what was written down and signed: whatever was signed cannot be another without telling. */
import { createHash } from 'node:crypto';
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import {
  addressDigest,
  canonical,
  canonicalSignature,
  chainOf,
  isWhole,
  lastHash,
  linked,
  signedBefore,
  signedUpTo,
} from '#lib/features/evidence/evidence-chain.rules.ts';
import { conditions, evidencePlaces, occasions, parties } from '#lib/features/evidence/evidence.schema.ts';
import { saySigned } from '#lib/features/evidence/evidence.words.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { EvidenceEntry, EvidenceSignature } from '#lib/features/evidence/evidence.schema.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const code = 'K7QM-2XPA';
const hashesOf = ({ photos }: Pick<EvidenceEntry, 'photos'>) => photos.map(({ hash }) => hash);

type Kept = { readonly entries: readonly EvidenceEntry[]; readonly signatures: readonly EvidenceSignature[] };

/** What somebody does next: writes an entry, remarks on one before, or signs. */
const entryDeed = fc.record({
  kind: fc.constant('entry' as const),
  party: fc.constantFrom(...parties),
  about: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
  occasion: fc.constantFrom(...occasions),
  place: fc.constantFrom(...evidencePlaces),
  condition: fc.constantFrom(...conditions),
  item: fc.string({ minLength: 1, maxLength: 10 }),
  note: fc.string({ maxLength: 20 }),
  photos: fc.array(fc.record({ file: fc.uuid(), hash: fc.string({ minLength: 4, maxLength: 8 }) }), { maxLength: 2 }),
});
const signatureDeed = fc.record({
  kind: fc.constant('signature' as const),
  party: fc.constantFrom(...parties),
  name: fc.string({ minLength: 1, maxLength: 10 }),
  address: fc.ipV4(),
  salt: fc.string({ minLength: 32, maxLength: 32 }),
});
const deeds = fc.array(fc.oneof({ weight: 3, arbitrary: entryDeed }, signatureDeed), { minLength: 1, maxLength: 14 });

type Deed =
  typeof entryDeed extends fc.Arbitrary<infer Entry> ? (typeof signatureDeed extends fc.Arbitrary<infer Signature> ? Entry | Signature : never) : never;

function recordOf(done: readonly Deed[]): Kept {
  const entries: EvidenceEntry[] = [];
  const signatures: EvidenceSignature[] = [];
  for (const [at, deed] of done.entries()) {
    const before = lastHash(code, chainOf(entries, signatures), sha256);
    const madeAt = new Date(at * 1_000);
    if (deed.kind === 'entry') {
      const { kind: _, about, ...said } = deed;
      const number = entries.length + 1;
      const entry = { ...said, number, about: about === undefined || number === 1 ? undefined : (about % (number - 1)) + 1, madeAt };
      entries.push({ ...entry, hash: linked(before, canonical(entry, hashesOf(entry)), sha256) });
      continue;
    }
    const last = entries.at(-1);
    if (!last || signatures.some(({ party, entries: upTo }) => party === deed.party && upTo === last.number)) continue;
    const { kind: _, ...said } = deed;
    const signature = { ...said, number: signatures.length + 1, entries: last.number, madeAt };
    signatures.push({ ...signature, hash: linked(before, canonicalSignature(signature, last.hash, sha256), sha256) });
  }
  return { entries, signatures };
}

const wholeOf = ({ entries, signatures }: Kept): boolean => isWhole(code, entries, signatures, sha256);
const replaced = <One>(all: readonly One[], at: number, one: One): readonly One[] => all.map((each, index) => (index === at ? one : each));

/** One change of a record at one place, or nothing where there is no such place. */
type Change = (record: Kept, at: number, text: string) => Kept | undefined;
const other = <One>(all: readonly One[], than: One): One => all.find((one) => one !== than) ?? than;
const ofEntry =
  (change: (entry: EvidenceEntry, text: string) => EvidenceEntry | undefined): Change =>
  ({ entries, signatures }, at, text) => {
    const index = at % Math.max(1, entries.length);
    const entry = entries[index];
    const changed = entry && change(entry, text);
    return changed && { entries: replaced(entries, index, changed), signatures };
  };
const ofSignature =
  (change: (signature: EvidenceSignature, text: string) => EvidenceSignature | undefined): Change =>
  ({ entries, signatures }, at, text) => {
    const index = at % Math.max(1, signatures.length);
    const signature = signatures[index];
    const changed = signature && change(signature, text);
    return changed && { entries, signatures: replaced(signatures, index, changed) };
  };

const changes: Readonly<Record<string, Change>> = {
  item: ofEntry((one, text) => (one.item === text ? undefined : { ...one, item: text })),
  note: ofEntry((one, text) => (one.note === text ? undefined : { ...one, note: text })),
  condition: ofEntry((one) => ({ ...one, condition: other(conditions, one.condition) })),
  place: ofEntry((one) => ({ ...one, place: other(evidencePlaces, one.place) })),
  occasion: ofEntry((one) => ({ ...one, occasion: other(occasions, one.occasion) })),
  'who wrote it': ofEntry((one) => ({ ...one, party: other(parties, one.party) })),
  'what it is about': ofEntry((one) => ({ ...one, about: one.about === undefined ? Math.max(1, one.number - 1) : undefined })),
  'its time': ofEntry((one) => ({ ...one, madeAt: new Date(one.madeAt.getTime() + 1) })),
  'a photograph more': ofEntry((one) => ({ ...one, photos: [...one.photos, { file: 'x', hash: 'y' }] })),
  'a photograph less': ofEntry((one) => (one.photos.length === 0 ? undefined : { ...one, photos: one.photos.slice(1) })),
  'its digest': ofEntry((one) => ({ ...one, hash: sha256(one.hash) })),
  'signer’s name': ofSignature((one, text) => (one.name === text ? undefined : { ...one, name: text })),
  'signer’s address': ofSignature((one) => ({ ...one, address: `${one.address}0` })),
  'who signed': ofSignature((one) => ({ ...one, party: other(parties, one.party) })),
  'time of signing': ofSignature((one) => ({ ...one, madeAt: new Date(one.madeAt.getTime() + 1) })),
  'what was signed': ofSignature((one) => ({ ...one, entries: one.entries + 1 })),
  'digest of a signature': ofSignature((one) => ({ ...one, hash: sha256(one.hash) })),
  'an entry that was signed is gone'({ entries, signatures }, at) {
    const signed = Math.max(0, ...signatures.map((one) => one.entries));
    return signed === 0 ? undefined : { entries: entries.filter((_, index) => index !== at % signed), signatures };
  },
  'an entry that was signed is gone, and the others close up'({ entries, signatures }, at) {
    const signed = Math.max(0, ...signatures.map((one) => one.entries));
    if (signed < 2) return undefined;
    return { entries: entries.filter((_, index) => index !== at % signed).map((one, index) => ({ ...one, number: index + 1 })), signatures };
  },
  'two entries change places'({ entries, signatures }, at) {
    const [one, two] = [entries[at % Math.max(1, entries.length)], entries[(at + 1) % Math.max(1, entries.length)]];
    if (!one || !two || one === two) return undefined;
    const moved = entries.map((each) => (each === one ? { ...two, number: one.number } : each === two ? { ...one, number: two.number } : each));
    return { entries: moved, signatures };
  },
  'a signature in the middle is gone'({ entries, signatures }, at) {
    if (signatures.length < 2) return undefined;
    const gone = at % (signatures.length - 1);
    return { entries, signatures: signatures.filter((_, index) => index !== gone) };
  },
  'a signature before a later entry is gone'({ entries, signatures }) {
    const last = signatures.at(-1);
    return last && last.entries < entries.length ? { entries, signatures: signatures.slice(0, -1) } : undefined;
  },
};

test('a record that nobody touched is whole, and signatures are part of its one chain', () => {
  fc.assert(
    fc.property(deeds, (done) => {
      const record = recordOf(done);
      expect(wholeOf(record)).toBe(true);
      const digests = [...record.entries, ...record.signatures].map(({ hash }) => hash);
      expect(new Set(digests).size).toBe(digests.length);
    }),
  );
});

for (const [name, change] of Object.entries(changes))
  test(`nothing that was written or signed can be another unseen: ${name}`, () => {
    let changed = 0;
    fc.assert(
      fc.property(deeds, fc.nat({ max: 40 }), fc.string({ minLength: 1, maxLength: 10 }), (done, at, text) => {
        const record = recordOf(done);
        const forged = change(record, at, text);
        if (!forged) return;
        changed += 1;
        expect(wholeOf(forged)).toBe(false);
      }),
      { numRuns: 200 },
    );
    expect(changed).toBeGreaterThan(10);
  });

test('a record of another order is not whole, and its address is not to be guessed from its digest', () => {
  const record = recordOf([
    { kind: 'entry', party: 'student', about: undefined, occasion: 'move-in', place: 'keys', condition: 'good', item: 'Key', note: '', photos: [] },
    { kind: 'signature', party: 'provider', name: 'Jo', address: '192.0.2.1', salt: 'a'.repeat(32) },
  ]);
  expect(isWhole('K7QM-2XPB', record.entries, record.signatures, sha256)).toBe(false);
  const [signature] = record.signatures;
  expect(signature && canonicalSignature(signature, record.entries[0]?.hash ?? '', sha256)).not.toContain('192.0.2.1');
  expect(addressDigest({ address: '192.0.2.1', salt: 'a' }, sha256)).not.toBe(addressDigest({ address: '192.0.2.1', salt: 'b' }, sha256));
});

test('what was written before providers could write has the digest that it had', () => {
  const entry = {
    number: 1,
    party: 'student',
    about: undefined,
    occasion: 'move-in',
    place: 'keys',
    item: 'Key',
    condition: 'good',
    note: '',
    madeAt: new Date(0),
  } as const;
  expect(canonical(entry, ['a'])).toBe('[1,"move-in","keys","Key","good","",["a"],"1970-01-01T00:00:00.000Z"]');
  expect(canonical({ ...entry, party: 'provider' }, [])).toBe('[1,"move-in","keys","Key","good","",[],"1970-01-01T00:00:00.000Z","provider",null]');
});

test('an entry after a signature says so for each party that had signed, with their last signature before it', () => {
  const signature = (number: number, party: 'student' | 'provider', entries: number): EvidenceSignature => ({
    number,
    party,
    entries,
    name: 'Lan',
    address: '',
    salt: '',
    madeAt: new Date(number),
    hash: '',
  });
  const signatures = [signature(1, 'student', 2), signature(2, 'provider', 2), signature(3, 'student', 4)];
  const said = (number: number) => signedBefore({ number }, signatures).map(({ party, entries }) => `${party} ${entries}`);
  expect([2, 3, 4, 5].map(said)).toEqual([[], ['student 2', 'provider 2'], ['student 2', 'provider 2'], ['student 4', 'provider 2']]);
  expect([signedUpTo('student', signatures), signedUpTo('provider', signatures), signedUpTo('student', [])]).toEqual([4, 2, 0]);
});

test.each(locales)('in %s one entry that is signed is no span of entries', (locale) => {
  const t = translator(locale);
  expect(saySigned(t, 1).match(/1/g)).toHaveLength(1);
  expect(saySigned(t, 3)).toMatch(/1.*3/);
  expect(t('evidence.sign_first').match(/1/g)).toHaveLength(1);
  expect(t('mail.evidenceSignedFirst', { home: 'X' }).match(/1/g)).toHaveLength(1);
});
