/** Sending one mail. What carries it is chosen by the settings: a server that speaks SMTP, or a folder of this machine. */

export type Mailbox = { readonly name?: string; readonly address: string };

/** A file that goes along, such as a contract. */
export type MailFile = { readonly name: string; readonly type: 'application/pdf'; readonly bytes: Buffer };

/** Bytes of all files of a mail: more is refused by many servers of readers. */
const mostOfFiles = 4_194_304;

export type MailMessage = {
  /** Names the mail: sent twice with the same id, it is the same mail. Letters, digits, `.`, `_`, `-`. */
  readonly id: string;
  readonly to: Mailbox;
  readonly from: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly files?: readonly MailFile[];
};

export type MailPort = {
  /**
   * Resolves when the mail has been taken over.
   * @throws {MailRefusedError} when it never will be; any other error when it may be later.
   */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
};

/** The mail will not be taken over, however often it is tried. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

const addressPattern = /^[^\s<>,;:"()[\]\\@\p{C}]{1,64}@(?=.{1,253}$)[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?(?:\.[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?)*$/u;

/** Whether text is one address of one mailbox, without name, comment or list. */
export const isMailAddress = (text: string): boolean => addressPattern.test(text);

const lineBreak = /[\r\n\0\u2028\u2029]/;

/**
 * Nothing of a message may become a header of its own.
 * @throws {MailRefusedError} for a message no adapter may send.
 */
export function checkMessage({ id, to, from, subject, headers = {}, files = [] }: MailMessage): void {
  if (!/^[\w.-]{1,100}$/.test(id)) throw new MailRefusedError('a mail needs an id of letters, digits, dots and hyphens');
  for (const { address, name = '' } of [to, from]) {
    if (!isMailAddress(address)) throw new MailRefusedError('an address of the mail is none');
    if (lineBreak.test(name)) throw new MailRefusedError('a name in the mail has line breaks');
  }
  if (subject.trim() === '' || subject.length > 500 || lineBreak.test(subject))
    throw new MailRefusedError('the subject of the mail is empty, too long, or has line breaks');
  for (const [name, value] of Object.entries(headers))
    if (!/^[A-Za-z][A-Za-z\d-]{0,60}$/.test(name) || value.length > 900 || lineBreak.test(value)) throw new MailRefusedError('a header of the mail is none');
  if (files.some(({ name }) => !/^[A-Za-z\d][\w.-]{0,80}$/.test(name)) || files.reduce((sum, { bytes }) => sum + bytes.length, 0) > mostOfFiles)
    throw new MailRefusedError('a file of the mail has no plain name, or all are too large');
}
