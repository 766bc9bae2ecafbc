/** What the pages of evidence show: to who lives there, to their provider by a link, and to staff. */
import { refusalOf } from '#lib/access.ts';
import { addDays, formatDate, todayIn } from '#lib/dates/dates.ts';
import { momentsIn } from '#lib/dates/reader-zones.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { sayLink } from '#lib/features/supplier-links/supplier-links.words.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { signedBefore, signedUpTo } from './evidence-chain.rules.ts';
import * as where from './evidence.rules.ts';
import { takesEvidence } from './evidence.rules.ts';
import * as forms from './evidence.schema.ts';
import { mostEntries, parties } from './evidence.schema.ts';
import type { EvidenceEntry, Party } from './evidence.schema.ts';
import type { Evidence, EvidenceService } from './evidence.service.ts';
import { afterSignatureLabels, placeLabels } from './evidence.words.ts';

type Parts = {
  readonly evidence: Pick<EvidenceService, 'of' | 'openLink' | 'isThere' | 'linksOf' | 'ofAnybody'>;
  readonly houses: { named(id: HouseId, reader: Reader): Promise<ReadHouse | undefined> };
};

type EvidenceReader = Reader & {
  readonly visitor: Visitor | undefined;
  readonly page: { readonly name: string; readonly params: Readonly<Record<string, string>> };
};

/** For whom a page is shown: what it is called in forms and addresses, and where its parts are. */
type Side = {
  readonly party: Party;
  /** What a form sends along to say which order it is of. */
  readonly values: Readonly<Record<string, string>>;
  readonly path: string;
  readonly remarkPath: (entry?: number) => string;
  readonly signPath: string;
  readonly photo: (file: string) => string;
  readonly file: string;
  readonly forms: { readonly add: FormDefinition; readonly remark: FormDefinition; readonly sign: FormDefinition };
};

export type EvidenceLoader = ReturnType<typeof createEvidenceLoader>;

export function createEvidenceLoader({ evidence, houses }: Parts) {
  const userOf = (visitor: Visitor | undefined): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);
  const titleOf = async ({ houseId, home }: Evidence['order'], reader: Reader): Promise<string> => (await houses.named(houseId, reader))?.title ?? home.name;

  async function forOwner(reader: EvidenceReader): Promise<{ readonly found: Evidence; readonly side: Side } | undefined> {
    const { visitor, query, paths, locale } = reader;
    const userId = userOf(visitor);
    const found = userId === undefined ? undefined : await evidence.of(userId, query.get('orderCode') ?? '');
    if (!found) return undefined;
    const { code } = found.order;
    const side: Side = {
      party: 'student',
      values: { code },
      path: where.evidencePath(paths, code),
      remarkPath: (entry) => where.evidenceRemarkPath(paths, code, entry),
      signPath: where.evidenceSignPath(paths, code),
      photo: where.evidencePhotoPath,
      file: where.evidenceFilePath(code, locale),
      forms: { add: forms.evidenceForm, remark: forms.evidenceRemarkForm, sign: forms.evidenceSignForm },
    };
    return { found, side };
  }

  async function forProvider(reader: EvidenceReader): Promise<{ readonly found: Evidence; readonly side: Side } | undefined> {
    const { query, paths, locale, now } = reader;
    const key = query.get('key') ?? '';
    const found = await evidence.openLink(key, now);
    if (!found) return undefined;
    const side: Side = {
      party: 'provider',
      values: { key },
      path: supplierLinkPath(paths, 'condition', key),
      remarkPath: (entry) => where.supplierRemarkPath(paths, key, entry),
      signPath: where.supplierSignPath(paths, key),
      photo: (file) => where.supplierPhotoPath(file, key),
      file: where.supplierEvidenceFilePath(found.order.code, locale, key),
      forms: { add: forms.supplierEvidenceForm, remark: forms.supplierRemarkForm, sign: forms.supplierSignForm },
    };
    return { found, side };
  }

  async function shown({ found, side }: { readonly found: Evidence; readonly side: Side }, reader: EvidenceReader) {
    const { order, entries, signatures, isWhole } = found;
    const { intl, t, now } = reader;
    const { party } = side;
    const when = (at: Date): string => momentsIn(at, [order.home.zone], intl).join(' = ');
    const mayAdd = takesEvidence(order.state) && entries.filter((one) => one.party === party).length < mostEntries;
    const others = where.remarkable(entries, party);
    return {
      ...side,
      code: order.code,
      title: await titleOf(order, reader),
      supplier: order.home.supplier,
      dates: [order.from, ...(order.to === undefined ? [] : [order.to])].map((day) => formatDate(day, intl)).join(' – '),
      isWhole,
      mayAdd,
      /** What is chosen before anybody chose: in the last days of a lease somebody is about to leave. */
      occasion: order.to !== undefined && todayIn(order.home.zone, now) >= addDays(order.to, -7) ? 'move-out' : 'move-in',
      file: entries.length > 0 ? side.file : undefined,
      last: entries.at(-1)?.hash,
      count: entries.length,
      /** Something is there that this reader has not signed. */
      maySign: entries.length > signedUpTo(party, signatures) && signatures.filter((one) => one.party === party).length < forms.mostSignatures,
      remarkable: mayAdd ? others.map(({ number, place, item }) => ({ value: String(number), label: `${number}. ${t(placeLabels[place])}: ${item}` })) : [],
      entries: entries.map((entry: EvidenceEntry) => ({
        ...entry,
        when: when(entry.madeAt),
        after: signedBefore(entry, signatures).map((one) => t(afterSignatureLabels[one.party], { when: when(one.madeAt) })),
        remarkHref: mayAdd && entry.party !== party ? side.remarkPath(entry.number) : undefined,
      })),
      signatures: signatures.map((one) => ({ ...one, address: one.party === party ? one.address : undefined, when: when(one.madeAt) })),
    };
  }

  return {
    /** Where the evidence of an order is, once something can be written down, and as long as something is, whatever became of the order. */
    async path({ visitor, paths }: Pick<EvidenceReader, 'visitor' | 'paths'>, code: string): Promise<string | undefined> {
      const userId = userOf(visitor);
      return userId !== undefined && (await evidence.isThere(userId, code)) ? where.evidencePath(paths, code) : undefined;
    },

    /** The evidence of an order of this reader's; undefined where there is none, and nothing can be written down. */
    async own(reader: EvidenceReader) {
      const opened = await forOwner(reader);
      return opened && { ...(await shown(opened, reader)), linkPath: where.evidenceLinkPath(reader.paths, opened.found.order.code) };
    },

    /** The same for the provider, by their link; undefined for one that opens nothing. */
    async byLink(reader: EvidenceReader) {
      const opened = await forProvider(reader);
      return opened && shown(opened, reader);
    },

    /** Links of an order of this reader's to its provider. */
    async links(reader: EvidenceReader) {
      const opened = await forOwner(reader);
      if (!opened) return undefined;
      const { links, hasAddress } = await evidence.linksOf(opened.found.order);
      const { order } = opened.found;
      return {
        code: order.code,
        title: await titleOf(order, reader),
        supplier: order.home.supplier,
        hasAddress,
        maySend: takesEvidence(order.state),
        links: links.map((link) => sayLink(link, reader)),
        back: opened.side.path,
      };
    },

    /** How far the evidence of an order is, for staff: counts, signatures and links, and nothing of what stands in it. */
    async staffState(reader: EvidenceReader, code: string) {
      const staff = reader.visitor?.staff;
      if (!staff || refusalOf('staff-orders', staff.standing) !== undefined) return undefined;
      const found = await evidence.ofAnybody(code);
      if (!found) return undefined;
      const { order, entries, signatures, isWhole } = found;
      const { links, hasAddress } = await evidence.linksOf(order);
      return {
        code,
        isWhole,
        hasAddress,
        maySend: takesEvidence(order.state) && order.userId !== undefined,
        /** Whether who asks may set where a provider is written to. */
        maySetAddress: refusalOf('staff-money', staff.standing) === undefined,
        supplier: order.home.supplier,
        parties: parties.map((party) => {
          const upTo = signedUpTo(party, signatures);
          const signature = signatures.findLast((one) => one.party === party);
          return {
            party,
            entries: entries.filter((one) => one.party === party).length,
            signed: signature && { upTo, when: momentsIn(signature.madeAt, [order.home.zone], reader.intl).join(' = '), later: entries.length - upTo },
          };
        }),
        links: links.map((link) => sayLink(link, reader)),
      };
    },
  };
}
