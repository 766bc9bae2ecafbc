/** The party, the site's addresses from outside, and their certificates. */
import { connect } from 'node:tls';
import { brand } from '#lib/brand.ts';
import type { Config } from '#lib/config.ts';
import { isInEarnest } from '#lib/site-origin.ts';
import { failed, notSet, ok, reasonOf, timed } from './finding.ts';
import type { Finding } from './finding.ts';

/** Milliseconds for an answer of the site. */
const within = 10_000;
/** Days: shorter, the renewal has failed already, as services that renew by themselves do so a month before. */
const leastDays = 14;
const day = 86_400_000;

export const originsOf = ({ siteUrl, localeHosts }: Pick<Config, 'siteUrl' | 'localeHosts'>): readonly string[] => [
  ...new Set([siteUrl, ...localeHosts.values()]),
];

/** Who people agree with, and what a public site no longer has. */
export function partyFindings(
  config: Pick<Config, 'operatorName' | 'operatorAddress' | 'operatorEmail' | 'sampleCatalogue' | 'paymentSandbox' | 'databaseUrl'>,
  { contactsAreExamples } = brand,
): Finding[] {
  const asked = { OPERATOR_NAME: config.operatorName, OPERATOR_ADDRESS: config.operatorAddress, OPERATOR_EMAIL: config.operatorEmail };
  const missing = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return [
    missing.length > 0 ? failed(`Set ${missing.join(', ')}: accounts and booking stay closed without a party.`) : ok(`The party is ${config.operatorName}.`),
    contactsAreExamples
      ? failed('src/lib/brand.ts still has the example contacts: put in yours and set contactsAreExamples to false.')
      : ok('src/lib/brand.ts has contacts of your own.'),
    config.sampleCatalogue
      ? failed('SAMPLE_CATALOGUE is on: set it to off, so that an empty database gets no invented homes.')
      : ok('SAMPLE_CATALOGUE is off.'),
    config.paymentSandbox
      ? failed('PAYMENT_SANDBOX is on: visitors would see payments in which no money moves. Set it to off.')
      : ok('PAYMENT_SANDBOX is off.'),
    config.databaseUrl === undefined
      ? notSet('DATABASE_URL: the embedded database serves one machine, and no live payments.')
      : ok('DATABASE_URL names a Postgres.'),
  ];
}

/** Whether each address of the site answers, asked as a visitor would. */
export async function siteFindings(config: Pick<Config, 'siteUrl' | 'siteUrlGiven' | 'localeHosts'>): Promise<Finding[]> {
  if (!config.siteUrlGiven) return [failed('Set SITE_URL, such as https://homes.example.org: links in mails and search engines need it.')];
  return Promise.all(
    originsOf(config).map(async (origin) => {
      if (isInEarnest(origin) && !origin.startsWith('https:')) return failed(`${origin} is not on https: passwords would travel in the clear.`);
      try {
        const { value, took } = await timed(() => fetch(`${origin}/readyz`, { redirect: 'manual', signal: AbortSignal.timeout(within) }));
        await value.body?.cancel();
        if (value.status === 200) return ok(`${origin}/readyz answered 200 in ${took}.`);
        const leads = value.headers.get('location');
        return failed(
          `${origin}/readyz answered ${value.status}${leads === null ? '' : `, a redirect to ${leads}`}: see the proxy, and the log of the server.`,
        );
      } catch (error) {
        return failed(`${origin} cannot be reached from here: ${reasonOf(error)}. See its A and AAAA records, the firewall (ports 80 and 443) and the proxy.`);
      }
    }),
  );
}

/** @param ca of tests: who else may sign. */
function certificateOf(origin: string, ca?: string): Promise<{ readonly days: number; readonly issuer: string; readonly fault: string | undefined }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: hostname, port: Number(port) || 443, servername: hostname, rejectUnauthorized: false, timeout: within, ...(ca === undefined ? {} : { ca }) },
      () => {
        const { valid_to: until, issuer } = socket.getPeerCertificate();
        const by = [issuer.O ?? issuer.CN].flat()[0] ?? 'somebody without a name';
        resolve({ days: (Date.parse(until) - Date.now()) / day, issuer: by, fault: socket.authorized ? undefined : String(socket.authorizationError) });
        socket.end();
      },
    );
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer within 10 s')));
  });
}

/** Whether browsers take each address's certificate, and for how long still. */
export async function certificateFindings(config: Pick<Config, 'siteUrl' | 'siteUrlGiven' | 'localeHosts'>, ca?: string): Promise<Finding[]> {
  const origins = config.siteUrlGiven ? originsOf(config).filter((origin) => origin.startsWith('https:')) : [];
  if (origins.length === 0) return [notSet('No address of the site is on https.')];
  return Promise.all(
    origins.map(async (origin) => {
      try {
        const { days, issuer, fault } = await certificateOf(origin, ca);
        const left = `${Math.floor(days)} ${Math.floor(days) === 1 ? 'day' : 'days'} left`;
        if (fault !== undefined) return failed(`${origin}: browsers refuse its certificate (${fault}).`);
        if (days < leastDays) return failed(`${origin}: ${left} on the certificate by ${issuer}. Its renewal has not worked: see the proxy’s log.`);
        return ok(`${origin}: ${left} on the certificate by ${issuer}.`);
      } catch (error) {
        return failed(`${origin}: no certificate could be read: ${reasonOf(error)}.`);
      }
    }),
  );
}
