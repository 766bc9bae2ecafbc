/** What a person wrote down of homes, for themselves. Their photographs are told among all files. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { EvidenceService } from './evidence.service.ts';

export function evidenceSource(evidence: Pick<EvidenceService, 'ofUser'>): PersonalSource {
  return {
    name: 'evidence',
    async read(userId) {
      const { entries: all, signatures } = await evidence.ofUser(userId);
      const items: readonly PersonalItem[] = all.map(({ code, item, note, madeAt }) => [
        { label: 'orders.code', value: code },
        { label: 'mydata.given', value: madeAt.toISOString() },
        { label: 'evidence.item', value: item },
        { label: 'evidence.note', value: note },
      ]);
      const data = all.map(({ code, number, party, about, occasion, place, item, condition, note, photos, madeAt, hash }) => ({
        order: code,
        number,
        by: party,
        about: about ?? null,
        occasion,
        place,
        item,
        condition,
        note,
        photos: photos.map((photo) => ({ file: photo.file, sha256: photo.hash })),
        made_at: madeAt,
        sha256: hash,
      }));
      const signed = signatures.map(({ code, number, party, entries, name, address, salt, madeAt, hash }) => ({
        order: code,
        number,
        by: party,
        entries,
        name,
        // Where the other party wrote from is theirs.
        network_address: party === 'student' ? address : null,
        salt: party === 'student' ? salt : null,
        made_at: madeAt,
        sha256: hash,
      }));
      return { title: 'evidence.title', items, data: { entries: data, signatures: signed } };
    },
  };
}
