/** The party that runs the site: who that is, and whether agreements can be made with it. */
import type { Config } from '#lib/config.ts';
import { isInEarnest } from '#lib/site-origin.ts';

/** Who runs the site by law, as far as the settings say. */
export type OperatorParty = {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly email: string | undefined;
  /** The register that the party is in, and its number there. */
  readonly registration: string | undefined;
};

export const operatorParty = (config: Pick<Config, 'operatorName' | 'operatorAddress' | 'operatorEmail' | 'operatorRegistration'>): OperatorParty => ({
  name: config.operatorName,
  address: config.operatorAddress,
  email: config.operatorEmail,
  registration: config.operatorRegistration,
});

/**
 * Why accounts and booking stay closed: where people are served in earnest, an agreement needs a party with a name, an address and a
 * mailbox. Undefined where there is one, and where nobody can agree to anything: on this machine, and at names kept for examples.
 */
export function objectionToOpening(
  config: Pick<Config, 'siteUrl' | 'siteUrlGiven' | 'localeHosts' | 'operatorName' | 'operatorAddress' | 'operatorEmail'>,
): string | undefined {
  const served = [...(config.siteUrlGiven ? [config.siteUrl] : []), ...config.localeHosts.values()].find(isInEarnest);
  if (served === undefined) return undefined;
  const asked = { OPERATOR_NAME: config.operatorName, OPERATOR_ADDRESS: config.operatorAddress, OPERATOR_EMAIL: config.operatorEmail };
  const missing = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 0) return undefined;
  return `Accounts and booking stay closed: what people agree to at ${served} needs a party. Set ${missing.join(', ')}: the legal name, the address and the mailbox of who runs the site.`;
}
