/** What all tables of passkeys keep of one, as their rows have it. */
import type { Passkey } from './passkey.schema.ts';

/** The columns that every such table has. */
export type PasskeyColumns = {
  handle: string;
  domain: string;
  public_key: string;
  counter: number;
  transports: string;
  is_synced: boolean;
};

/** All of a passkey but the name that its browser has for it, which tables call differently. */
export const passkeyIn = (row: PasskeyColumns): Omit<Passkey, 'id'> => ({
  handle: row.handle,
  domain: row.domain,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports === '' ? [] : row.transports.split(','),
  isSynced: row.is_synced,
});

export const columnsOf = ({ handle, domain, publicKey, counter, transports, isSynced }: Omit<Passkey, 'id'>): PasskeyColumns => ({
  handle,
  domain,
  public_key: publicKey,
  counter,
  transports: transports.join(','),
  is_synced: isSynced,
});
