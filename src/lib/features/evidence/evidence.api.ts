import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf, userIdOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import * as contracts from './evidence.contract.ts';
import { conditions, evidenceLinkActs, evidencePlaces, occasions } from './evidence.schema.ts';
import type { EvidenceService, GivenEvidence, GivenRemark } from './evidence.service.ts';

const notFound = { ok: false, error: 'not-found' } as const;

type Said = Readonly<Record<'occasion' | 'place' | 'item' | 'condition' | 'note' | 'photo', string>>;

/** Whose files come along with a call of a link's page: of the visit, or of who happens to be signed in. */
const bringerOf = ({ session, preSession }: Caller): FileOwner => ({ userId: session && asId<UserId>(session.userId), visit: preSession });

function entryIn({ item, note, photo, ...given }: Said): GivenEvidence | ReturnType<typeof fault> {
  const occasion = occasions.find((one) => one === given.occasion);
  const place = evidencePlaces.find((one) => one === given.place);
  const condition = conditions.find((one) => one === given.condition);
  if (!occasion || !place || !condition) return fault(occasion ? (place ? 'condition' : 'place') : 'occasion', 'forms.choose');
  return { occasion, place, item, condition, note, photo: photo === '' ? undefined : photo };
}

function remarkIn({ about, condition: given, note }: Readonly<Record<'about' | 'condition' | 'note', string>>): GivenRemark | ReturnType<typeof fault> {
  const condition = conditions.find((one) => one === given);
  return condition ? { about: Number(about), condition, note } : fault('condition', 'forms.choose');
}

type WriteReason = Exclude<Awaited<ReturnType<EvidenceService['add' | 'remark']>>, { readonly ok: true }>['reason'];
type SignReason = Exclude<Awaited<ReturnType<EvidenceService['sign']>>, { readonly ok: true }>['reason'];
type LinkReason = Exclude<Awaited<ReturnType<EvidenceService['linkByOwner']>>, { readonly ok: true }>['reason'];

/** @param field under which the form says that it takes nothing. */
function whyNot(reason: WriteReason, field: 'occasion' | 'about') {
  switch (reason) {
    case 'unknown':
      return notFound;
    case 'not-now':
      return fault(field, 'evidence.not_now');
    case 'enough':
      return fault(field === 'about' ? 'about' : 'item', 'evidence.enough');
    case 'no-file':
      return fault('photo', 'files.gone');
    case 'no-entry':
      return fault('about', 'forms.choose');
  }
}

function whyUnsigned(reason: SignReason) {
  switch (reason) {
    case 'unknown':
      return notFound;
    case 'changed':
      return fault('name', 'evidence.sign_changed');
    case 'nothing':
      return fault('name', 'evidence.sign_nothing');
    case 'enough':
      return fault('name', 'evidence.sign_enough');
  }
}

function whyNoLink(reason: LinkReason) {
  switch (reason) {
    case 'unknown':
      return notFound;
    case 'not-now':
      return fault('act', 'evidence.link_not_now');
    case 'no-address':
      return fault('act', 'evidence.link_no_address');
    case 'too-many':
      return fault('act', 'evidence.link_too_many');
  }
}

/** Binds the calls of evidence. */
export function evidenceCalls(evidence: EvidenceService): readonly BoundCall[] {
  return [
    bind(contracts.evidenceContract, async ({ code, ...said }, caller) => {
      const given = entryIn(said);
      if ('ok' in given) return given;
      const outcome = await evidence.add({ userId: userIdOf(caller), visit: caller.preSession }, code, given, caller.now);
      return outcome.ok ? { ok: true, data: outcome.value } : whyNot(outcome.reason, 'occasion');
    }),
    bind(contracts.supplierEvidenceContract, async ({ key, ...said }, caller) => {
      const given = entryIn(said);
      if ('ok' in given) return given;
      const outcome = await evidence.addByLink(key, bringerOf(caller), given, caller.now);
      return outcome.ok ? { ok: true, data: outcome.value } : whyNot(outcome.reason, 'occasion');
    }),
    bind(contracts.evidenceRemarkContract, async ({ code, ...said }, caller) => {
      const given = remarkIn(said);
      if ('ok' in given) return given;
      const outcome = await evidence.remark(userIdOf(caller), code, given, caller.now);
      return outcome.ok ? { ok: true, data: outcome.value } : whyNot(outcome.reason, 'about');
    }),
    bind(contracts.supplierRemarkContract, async ({ key, ...said }, caller) => {
      const given = remarkIn(said);
      if ('ok' in given) return given;
      const outcome = await evidence.remarkByLink(key, given, caller.now);
      return outcome.ok ? { ok: true, data: outcome.value } : whyNot(outcome.reason, 'about');
    }),
    bind(contracts.evidenceSignContract, async ({ code, hash, name }, caller) => {
      const outcome = await evidence.sign(userIdOf(caller), code, { hash, name, address: caller.address }, caller.now);
      return outcome.ok ? { ok: true, data: outcome.value } : whyUnsigned(outcome.reason);
    }),
    bind(contracts.supplierSignContract, async ({ key, hash, name }, caller) => {
      const outcome = await evidence.signByLink(key, { hash, name, address: caller.address }, caller.now);
      return outcome.ok ? { ok: true, data: outcome.value } : whyUnsigned(outcome.reason);
    }),
    bind(contracts.evidenceLinkContract, async ({ code, act: given }, caller) => {
      const act = evidenceLinkActs.find((one) => one === given);
      if (!act) return fault('act', 'forms.choose');
      const outcome = await evidence.linkByOwner(userIdOf(caller), code, act, caller.now);
      return outcome.ok ? { ok: true, data: outcome.value } : whyNoLink(outcome.reason);
    }),
    bind(contracts.staffEvidenceLinkContract, async ({ code, act: given }, caller) => {
      const act = evidenceLinkActs.find((one) => one === given);
      if (!act) return fault('act', 'forms.choose');
      const outcome = await evidence.linkByStaff(staffIdOf(caller), code, act, caller.now);
      return outcome.ok ? { ok: true, data: outcome.value } : whyNoLink(outcome.reason);
    }),
  ];
}
