/** What a provider reads by a link before they sign: the contract and what it is about, and nothing else of the order. */
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { wholeAddress } from './order-papers.rules.ts';
import { supplierFilePath } from './order-pages.rules.ts';
import type { Showing, View } from './order-shown.loader.ts';
import { sayBothSides } from './orders.words.ts';
import type { SigningService } from './signing.service.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';

type Parts = Pick<Showing, 'shown'> & {
  readonly answering: Pick<ApplicationAnswers, 'answersOf'>;
  readonly houses: Pick<HouseService, 'find'>;
  readonly signing: Pick<SigningService, 'readBefore'>;
  readonly supplierSigning: Pick<SupplierSigningService, 'open'>;
};

export function supplierSigningPages({ shown, answering, houses, signing, supplierSigning }: Parts) {
  return {
    /** R4.054: what a link of a provider opens; undefined for one that opens nothing. */
    async supplierContract(view: View) {
      const key = view.query.get('key') ?? '';
      const opened = await supplierSigning.open(key, view.now);
      if (!opened) return undefined;
      const { order, contract, said, canAnswer, isByBoth } = opened;
      const path = supplierLinkPath(view.paths, 'contract', key);
      // Once it is over, or another link is to answer, there is nothing to be read.
      const isShown = canAnswer || isByBoth;
      if (!isShown) return { kind: 'over' as const, path, supplier: order.home.supplier, isDeclined: said?.word === 'declined' };
      const { t } = view;
      const [house, document] = await Promise.all([houses.find(order.houseId), signing.readBefore(order, contract.hash, contract.signedAt)]);
      const { title, unit, dates } = await shown(order, view);
      const { full_name: name = '', own_name: ownName = '' } = answering.answersOf(order);
      const facts = [
        { label: t('orders.home'), value: [title, house && wholeAddress(house)].filter(Boolean).join(', ') },
        { label: t('orders.unit'), value: unit.name },
        { label: t('orders.contract_student'), value: ownName === '' ? name : `${name} (${ownName})` },
        { label: t('orders.dates'), value: dates },
        { label: t('orders.code'), value: order.code },
      ].filter(({ value }) => value !== '');
      return {
        kind: 'contract' as const,
        path,
        supplier: order.home.supplier,
        facts,
        quote: order.quote,
        // Where the home is told otherwise by now, the text that was kept.
        blocks: document && document !== 'gone' ? document.blocks : contract.document.split('\n\n').map((text) => ({ kind: 'text' as const, text })),
        lang: localeFacts[order.locale].lang,
        hash: contract.hash,
        file: supplierFilePath(key),
        canAnswer,
        signed: isByBoth ? sayBothSides({ said, isByBoth, askedAt: undefined }, order.home.zone, view) : undefined,
        values: { key, hash: contract.hash },
      };
    },
  };
}
