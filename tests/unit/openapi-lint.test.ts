/** The published OpenAPI document, read by a linter that knows the standard. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApiDocument } from '#lib/api/openapi.ts';
import { contracts } from '#lib/contracts.ts';

const document = openApiDocument({ contracts, origin: 'https://loftling.example', version: '1.0.0', title: 'Loftling' });

test('the OpenAPI document passes the recommended rules of its linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`)).toEqual([]);
});

test('every call says how its caller is known, and which headers it takes', () => {
  for (const { name, path, method, access, repeatable } of contracts) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    const schemes = operation?.security.flatMap((one) => Object.keys(one));
    expect([name, schemes]).toEqual([name, access === 'public' ? [] : access.startsWith('staff') ? ['staff'] : ['session', 'token']]);
    const headers = operation?.parameters.flatMap((one) => ('$ref' in one ? [one.$ref.split('/').at(-1)] : []));
    expect([name, headers?.includes('idempotency-key')]).toEqual([name, repeatable === true]);
    expect(headers).toContain('accept-language');
  }
});
