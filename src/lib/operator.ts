/** Whether there is a party that agreements can be made with. */
import type { Config } from '#lib/config.ts';
import { isInEarnest } from '#lib/site-origin.ts';

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
