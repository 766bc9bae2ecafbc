/** A mail server on loopback that speaks SMTP and keeps what it was given, read as a mail reader reads it. */
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Received = Email & { readonly envelopeTo: string; readonly raw: string };
export type MailServer = {
  readonly url: string;
  readonly received: Received[];
  /** Refusals to give before the server takes mails again. */
  readonly trouble: { readonly status: number; readonly words: string }[];
  close(): Promise<void>;
};

/** @param host loopback address to listen on. `withTls` offers STARTTLS with a certificate nobody knows. */
export async function mailServer({ host = '127.0.0.1', withTls = false, password = '' } = {}): Promise<MailServer> {
  const received: Received[] = [];
  const trouble: MailServer['trouble'] = [];
  const server = new SMTPServer({
    disabledCommands: [...(withTls ? [] : ['STARTTLS']), ...(password ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: !password,
    onAuth: (auth, _, done) => done(auth.password === password ? null : new Error('no such user'), { user: auth.username ?? '' }),
    onRcptTo(_address, _session, done) {
      const next = trouble.shift();
      done(next ? Object.assign(new Error(next.words), { responseCode: next.status }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        received.push({ ...(await PostalMime.parse(raw)), envelopeTo: session.envelope.rcptTo.map(({ address }) => address).join(), raw: raw.toString() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://${host}:${port}`, received, trouble, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
