/**
 * The chain of what was written down of a home: each entry and each signature has a digest of what stands before it in its own, so that
 * nothing that was signed can be another without telling. Pure, browser-safe: who asks brings SHA-256.
 */
import type { EvidenceEntry, EvidenceSignature, Party } from './evidence.schema.ts';
import { parties } from './evidence.schema.ts';

/** SHA-256 of a text in UTF-8, as hexadecimal digits. */
export type Digest = (text: string) => string;

/** Where the first digest begins. @example chainStart('K7QM-2XPA') // 'evidence K7QM-2XPA' */
export const chainStart = (code: string): string => `evidence ${code}`;

/**
 * What of an entry its digest is made of, as one text: the same entry is the same text wherever it is made. What who lives there writes
 * by themselves is told as it was before anybody else could write.
 * @param photos SHA-256 of each photograph, in their order
 */
export const canonical = (
  { number, occasion, place, item, condition, note, madeAt, party, about }: Omit<EvidenceEntry, 'hash' | 'photos'>,
  photos: readonly string[],
): string => {
  const said = [number, occasion, place, item, condition, note, photos, madeAt.toISOString()];
  return JSON.stringify(party === 'student' && about === undefined ? said : [...said, party, about ?? null]);
};

/** A signature without what says what its place in the chain is. */
export type UnlinkedSignature = Omit<EvidenceSignature, 'hash'>;

/** What stands for a network address: nobody finds it by trying all there are. */
export const addressDigest = ({ address, salt }: Pick<EvidenceSignature, 'address' | 'salt'>, sha256: Digest): string => sha256(`${salt} ${address}`);

/** What of a signature its digest is made of. @param signed the digest of the last entry that is signed. */
export const canonicalSignature = (signature: UnlinkedSignature, signed: string, sha256: Digest): string => {
  const { number, party, entries, name, madeAt } = signature;
  return JSON.stringify(['signature', number, party, entries, signed, name, addressDigest(signature, sha256), madeAt.toISOString()]);
};

/** The digest of one link of the chain. */
export const linked = (before: string, text: string, sha256: Digest): string => sha256(`${before}\n${text}`);

export type ChainLink = { readonly kind: 'entry'; readonly entry: EvidenceEntry } | { readonly kind: 'signature'; readonly signature: EvidenceSignature };

/** Entries by their numbers, each followed by the signatures that end with it. */
export const chainOf = (entries: readonly EvidenceEntry[], signatures: readonly EvidenceSignature[]): readonly ChainLink[] =>
  entries.flatMap((entry): readonly ChainLink[] => [
    { kind: 'entry', entry },
    ...signatures.filter((one) => one.entries === entry.number).map((signature) => ({ kind: 'signature', signature }) as const),
  ]);

/** What each link's digest is made of, beside the one before it. */
export function textOf(link: ChainLink, entries: readonly EvidenceEntry[], sha256: Digest): string {
  if (link.kind === 'entry')
    return canonical(
      link.entry,
      link.entry.photos.map(({ hash }) => hash),
    );
  const { signature } = link;
  return canonicalSignature(signature, entries.find(({ number }) => number === signature.entries)?.hash ?? '', sha256);
}

/** The last digest of a chain, on which the next is made. */
export function lastHash(code: string, chain: readonly ChainLink[], sha256: Digest): string {
  const last = chain.at(-1);
  if (!last) return sha256(chainStart(code));
  return last.kind === 'entry' ? last.entry.hash : last.signature.hash;
}

/** Whether everything is as it was written and signed: nothing changed, taken from between, added between, or moved. */
export function isWhole(code: string, entries: readonly EvidenceEntry[], signatures: readonly EvidenceSignature[], sha256: Digest): boolean {
  const chain = chainOf(entries, signatures);
  // One of what is not there any more.
  if (chain.length !== entries.length + signatures.length) return false;
  if (!entries.every(({ number, about }, at) => number === at + 1 && (about === undefined || about <= at))) return false;
  let signed = 0;
  let before = sha256(chainStart(code));
  return chain.every((link) => {
    before = linked(before, textOf(link, entries, sha256), sha256);
    if (link.kind === 'entry') return link.entry.hash === before;
    signed += 1;
    return link.signature.number === signed && link.signature.hash === before;
  });
}

/** Who had signed before an entry was made, each with their last signature before it: it is no part of what they signed then. */
export const signedBefore = ({ number }: Pick<EvidenceEntry, 'number'>, signatures: readonly EvidenceSignature[]): readonly EvidenceSignature[] =>
  parties.flatMap((party) => signatures.findLast((one) => one.party === party && one.entries < number) ?? []);

/** How far a party has signed: the last entry of theirs that is signed; 0 where none is. */
export const signedUpTo = (party: Party, signatures: readonly EvidenceSignature[]): number =>
  Math.max(0, ...signatures.filter((one) => one.party === party).map(({ entries }) => entries));
