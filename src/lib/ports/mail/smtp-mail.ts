/** Mails over SMTP. */
import { createTransport } from 'nodemailer';
import { MailRefusedError, checkMessage } from './mail-port.ts';
import type { MailPort } from './mail-port.ts';

/** Milliseconds for a connection, a greeting, an answer and a name. */
const usually = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 };
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What the SMTP library tells of a failure. */
type Failure = { readonly responseCode?: number; readonly code?: string; readonly command?: string };

/**
 * @param address `smtp://user:password@host:port` (TLS by STARTTLS) or `smtps://…` (TLS from the start). Without TLS nothing
 *   is sent, but to this machine itself.
 * @param within shorter times, for tests.
 */
export function smtpMail(address: string, within: Partial<typeof usually> = {}): MailPort {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const isHere = loopback.has(url.hostname);
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    ...(url.username ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    tls: { minVersion: 'TLSv1.2' },
    pool: true,
    maxConnections: 2,
    // Bodies are texts of our own; none may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...usually,
    ...within,
  });
  return {
    async send(message) {
      checkMessage(message);
      const { id, to, from, subject, text, html, headers, files = [] } = message;
      const mailbox = ({ name, address: one }: typeof to) => ({ name: name ?? '', address: one });
      try {
        await transport.sendMail({
          messageId: `<${id}@${from.address.split('@')[1]}>`,
          to: mailbox(to),
          from: mailbox(from),
          subject,
          text,
          html,
          attachments: files.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
          // Written by a machine: nobody's absence note should answer.
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        });
      } catch (error) {
        const { responseCode = 0, code = '', command = '' } = error as Failure;
        // Refused are readers and contents; a refused login, sender or TLS is the operator's to mend, and the mails wait for it.
        const isOfMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
        if (responseCode >= 500 && isOfMail) throw new MailRefusedError(`the mail server refused with ${responseCode}`, { cause: error });
        throw new Error(`the mail server could not be used: ${code || 'no code'}${responseCode ? ` ${responseCode}` : ''}`, { cause: error });
      }
    },
    close: async () => transport.close(),
  };
}
