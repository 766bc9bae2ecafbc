/** The paper of evidence: what was written down, in order, with its photographs and digests. Pure. */
import { momentsIn } from '#lib/dates/reader-zones.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Block, Paper, PaperPicture } from '#lib/pdf/paper.ts';
import { canonical, chainStart } from './evidence.rules.ts';
import { occasions } from './evidence.schema.ts';
import type { EvidenceEntry } from './evidence.schema.ts';
import { conditionLabels, occasionLabels, placeLabels } from './evidence.words.ts';

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
};

export function evidencePaper({ locale, author, code, home, supplier, zone, isWhole, at, shown }: EvidencePaperInput): Paper {
  const t = translator(locale);
  const { intl } = localeFacts[locale];
  const when = (moment: Date): string => momentsIn(moment, [zone], intl).join(' = ');
  const last = shown.at(-1)?.entry.hash ?? '';
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
      const { number, place, item, condition, note, madeAt, hash } = entry;
      blocks.push(
        { kind: 'heading', text: `${number}. ${t(placeLabels[place])}: ${item}` },
        { kind: 'text', text: `${t(conditionLabels[condition])} · ${when(madeAt)}` },
        ...(note === '' ? [] : [{ kind: 'text', text: note } as const]),
        {
          kind: 'small',
          text: canonical(
            entry,
            photos.map((photo) => photo.hash),
          ),
        },
        { kind: 'small', text: `SHA-256 ${hash}` },
      );
      const pictures = photos.flatMap(({ hash: digest, picture }) => (picture ? [{ ...picture, caption: `${number}  ${digest.slice(0, 32)}…` }] : []));
      if (pictures.length > 0) blocks.push({ kind: 'pictures', pictures });
      for (const { hash: digest, picture } of photos)
        if (!picture) blocks.push({ kind: 'small', text: t('evidence.photo_gone', { photo: String(number), hash: digest }) });
    }
  }
  return { locale, title: `${t('evidence.title')} ${code}`, author, at, foot: `${author} · ${code} · ${last.slice(0, 16)}`, blocks };
}
