/** One letter, and the records that decide whether letters are believed. */
import { randomBytes } from 'node:crypto';
import type { Resolver } from 'node:dns/promises';
import { brand, brandName } from '#lib/brand.ts';
import type { Config } from '#lib/config.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';
import { createSite } from '#lib/paths.ts';
import { isMailAddress } from '#lib/ports/mail/mail-port.ts';
import { smtpMail } from '#lib/ports/mail/smtp-mail.ts';
import { failed, notSet, ok, reasonOf, timed } from './finding.ts';
import type { Finding } from './finding.ts';

type MailConfig = Pick<
  Config,
  'smtpUrl' | 'mailFrom' | 'mailReplyTo' | 'mailReplies' | 'operatorEmail' | 'operatorLocale' | 'siteUrl' | 'siteUrlGiven' | 'localeHosts'
>;

const fromOf = ({ mailFrom }: Pick<Config, 'mailFrom'>): string => mailFrom ?? brand.email;

/** Sends one letter as the site sends its own. @param to who gets it, instead of the operator. */
export async function mailFindings(config: MailConfig, to: string | undefined, now: Date): Promise<Finding[]> {
  const { smtpUrl, operatorLocale } = config;
  if (smtpUrl === undefined) return [notSet('SMTP_URL: mails stay in DATA_DIR/outbox, and nobody gets one.')];
  const address = to ?? config.operatorEmail;
  if (address === undefined || !isMailAddress(address)) return [failed('Set OPERATOR_EMAIL, or give --to ADDRESS: one letter is sent to it.')];
  const from = fromOf(config);
  const port = smtpMail(smtpUrl);
  try {
    const about = { about: 'npm run check:live', facts: [['SITE_URL', config.siteUrl]], path: '/' };
    const letter = operatorNote.write(about, operatorLocale, createSite(config.siteUrl, config.localeHosts), { replyTo: config.mailReplyTo });
    const id = `check-live.${now.getTime()}.${randomBytes(4).toString('hex')}`;
    const { took } = await timed(() => port.send({ id, to: { address }, from: { name: brandName(operatorLocale), address: from }, ...letter }));
    return [ok(`${new URL(smtpUrl).hostname} took one letter from ${from} to ${address} in ${took}. See that it arrived, and not among spam.`)];
  } catch (error) {
    return [failed(`No letter could be sent from ${from} to ${address}: ${reasonOf(error)}.`)];
  } finally {
    await port.close();
  }
}

export type Names = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

/** Records of a name; none where there are none. @throws what the resolver throws where nobody answers. */
async function texts(names: Names, name: string): Promise<readonly string[]> {
  try {
    return (await names.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

async function spf(names: Names, domain: string): Promise<Finding> {
  const records = (await texts(names, domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record = ''] = records;
  if (records.length === 0) return failed(`${domain} has no SPF record. Add the TXT record that your mail service names, such as "v=spf1 include:… ~all".`);
  if (records.length > 1) return failed(`${domain} has ${records.length} SPF records, and then none counts: put them together in one.`);
  if (/[ ]\+?all(?: |$)/i.test(record)) return failed(`The SPF record of ${domain} lets everybody send in its name (+all): end it with ~all or -all.`);
  return ok(`SPF of ${domain}: ${record}`);
}

async function dkim(names: Names, domain: string, selector: string | undefined): Promise<Finding> {
  if (selector === undefined) return notSet('DKIM: give --selector NAME, which your mail service names, to have its record read.');
  const name = `${selector}._domainkey.${domain}`;
  const found = (await texts(names, name)).find((text) => /(?:^|;)\s*p=/i.test(text));
  if (found === undefined) return failed(`${name} has no DKIM key. Add the record that your mail service names, and switch signing on there.`);
  return /(?:^|;)\s*p=\s*(?:;|$)/i.test(found) ? failed(`The DKIM key at ${name} was withdrawn: its p= is empty.`) : ok(`DKIM: ${name} has a key.`);
}

async function dmarc(names: Names, domain: string): Promise<Finding> {
  const parts = domain.split('.');
  // Where a name has none, that of the organisation above it counts.
  for (let at = 0; at < parts.length - 1; at++) {
    const name = `_dmarc.${parts.slice(at).join('.')}`;
    const record = (await texts(names, name)).find((text) => /^v=DMARC1\b/i.test(text));
    if (record !== undefined) return ok(`DMARC: ${name} says ${record}`);
  }
  return failed(`${domain} has no DMARC record. Add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=quarantine; rua=mailto:…".`);
}

async function replies(names: Names, domain: string): Promise<Finding> {
  const servers = await names.resolveMx(domain).catch((): [] => []);
  const [first] = servers.toSorted((a, b) => a.priority - b.priority);
  return first ? ok(`Answers to ${domain} go to ${first.exchange}.`) : failed(`${domain}, which MAIL_REPLIES_AT names, has no MX record: answers go nowhere.`);
}

/** What the domain of our mails says of who may send in its name. */
export async function dnsFindings(
  config: Pick<Config, 'mailFrom' | 'mailReplies' | 'smtpUrl'>,
  selector: string | undefined,
  names: Names,
): Promise<Finding[]> {
  if (config.smtpUrl === undefined) return [notSet('SMTP_URL: no mails go out, so no records are read.')];
  const domain = fromOf(config).split('@')[1] ?? '';
  const asked = [
    () => spf(names, domain),
    () => dkim(names, domain, selector),
    () => dmarc(names, domain),
    ...(config.mailReplies ? [() => replies(names, config.mailReplies?.domain ?? '')] : []),
  ];
  return Promise.all(asked.map((ask) => ask().catch((error: unknown) => failed(`The records of ${domain} could not be read: ${reasonOf(error)}.`))));
}
