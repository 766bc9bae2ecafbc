/** The paper of evidence: what was written down by whom, in order, with its photographs, digests and signatures. Pure. */
import { momentsIn } from '#lib/dates/reader-zones.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Block, Paper, PaperPicture } from '#lib/pdf/paper.ts';
import { chainOf, chainStart, lastHash, signedBefore, textOf } from './evidence-chain.rules.ts';
import type { Digest } from './evidence-chain.rules.ts';
import { occasions } from './evidence.schema.ts';
import type { EvidenceEntry, EvidenceSignature, Party } from './evidence.schema.ts';
import { afterSignatureLabels, conditionLabels, occasionLabels, partyLabels, placeLabels, saySigned } from './evidence.words.ts';

export type EvidencePaperInput = {
  readonly locale: Locale;
  readonly author: string;
  readonly code: string;
  readonly home: string;
  readonly supplier: string;
  readonly zone: string;
  readonly isWhole: boolean | undefined;
  /** When the file is made. */
  readonly at: Date;
  readonly shown: readonly {
    readonly entry: EvidenceEntry;
    /** `picture`: undefined where the file is gone, or is another than was kept. */
    readonly photos: readonly { readonly hash: string; readonly picture: Omit<PaperPicture, 'caption'> | undefined }[];
  }[];
  readonly signatures: readonly EvidenceSignature[];
  /** For whom it is made: the network address of the other party is not theirs to read. */
  readonly reader: Party;
  readonly sha256: Digest;
};

export function evidencePaper({ locale, author, code, home, supplier, zone, isWhole, at, shown, signatures, reader, sha256 }: EvidencePaperInput): Paper {
  const t = translator(locale);
  const { intl } = localeFacts[locale];
  const when = (moment: Date): string => momentsIn(moment, [zone], intl).join(' = ');
  const entries = shown.map(({ entry }) => entry);
  const last = lastHash(code, chainOf(entries, signatures), sha256);
  const blocks: Block[] = [
    { kind: 'title', text: t('evidence.title') },
    {
      kind: 'facts',
      rows: [
        [t('orders.home'), home],
        [t('orders.my_home_supplier'), supplier],
        [t('orders.code'), code],
        [t('evidence.made'), when(at)],
        [t('evidence.last_hash'), last],
      ],
    },
    { kind: 'text', text: t('evidence.paper_lead', { start: chainStart(code) }) },
    ...(isWhole !== false ? [] : [{ kind: 'text', text: t('evidence.not_whole') } as const]),
  ];
  for (const occasion of occasions) {
    const own = shown.filter(({ entry }) => entry.occasion === occasion);
    if (own.length === 0) continue;
    blocks.push({ kind: 'heading', text: t(occasionLabels[occasion]) });
    for (const { entry, photos } of own) {
      const { number, party, about, place, item, condition, note, madeAt, hash } = entry;
      blocks.push(
        { kind: 'heading', text: `${number}. ${t(placeLabels[place])}: ${item}` },
        { kind: 'text', text: `${t(conditionLabels[condition])} · ${t(partyLabels[party])} · ${when(madeAt)}` },
        ...(about === undefined ? [] : [{ kind: 'text', text: t('evidence.remark_on', { number: about }) } as const]),
        ...(note === '' ? [] : [{ kind: 'text', text: note } as const]),
        ...signedBefore(entry, signatures).map((one) => ({ kind: 'text', text: t(afterSignatureLabels[one.party], { when: when(one.madeAt) }) }) as const),
        { kind: 'small', text: textOf({ kind: 'entry', entry }, entries, sha256) },
        { kind: 'small', text: `SHA-256 ${hash}` },
      );
      const pictures = photos.flatMap(({ hash: digest, picture }) => (picture ? [{ ...picture, caption: `${number}  ${digest.slice(0, 32)}…` }] : []));
      if (pictures.length > 0) blocks.push({ kind: 'pictures', pictures });
      for (const { hash: digest, picture } of photos)
        if (!picture) blocks.push({ kind: 'small', text: t('evidence.photo_gone', { photo: String(number), hash: digest }) });
    }
  }
  blocks.push({ kind: 'heading', text: t('evidence.signatures') });
  if (signatures.length === 0) blocks.push({ kind: 'text', text: t('evidence.unsigned') });
  else blocks.push({ kind: 'text', text: t('evidence.paper_signatures') });
  for (const signature of signatures) {
    const { party, name, entries: upTo, madeAt, hash, address, salt } = signature;
    blocks.push(
      { kind: 'heading', text: `${t(partyLabels[party])}: ${name}` },
      { kind: 'text', text: `${saySigned(t, upTo)} · ${when(madeAt)}` },
      ...(party === reader ? [{ kind: 'small', text: `${t('evidence.signed_from')} ${address} · ${salt}` } as const] : []),
      { kind: 'small', text: textOf({ kind: 'signature', signature }, entries, sha256) },
      { kind: 'small', text: `SHA-256 ${hash}` },
    );
  }
  return { locale, title: `${t('evidence.title')} ${code}`, author, at, foot: `${author} · ${code} · ${last.slice(0, 16)}`, blocks };
}
