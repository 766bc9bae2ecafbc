/** Parties that are invented with sample homes. */
import { describe, expect, test } from 'vitest';
import { samplePartyOf } from '#lib/features/supplier-parties/supplier-parties.rules.ts';
import { supplierPartyForm } from '#lib/features/supplier-parties/supplier-parties.schema.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';

describe('the party of a sample provider', () => {
  test('can be taken for no real one, whatever the provider is called', () => {
    for (const slug of ['paper-kettle', '纸壶', '', 'a'.repeat(200)]) {
      const party = samplePartyOf({ name: 'Paper Kettle', slug });
      expect(party.legalName).toContain('sample');
      expect(party.email).toMatch(/^lettings@[a-z0-9-]+\.example$/);
    }
  });

  test('is one that the form takes', () => {
    const { legalName, ...rest } = samplePartyOf({ name: 'Paper Kettle', slug: 'paper-kettle' });
    expect(checkForm(supplierPartyForm, { supplier: '1', legal_name: legalName, ...rest }).ok).toBe(true);
  });
});
