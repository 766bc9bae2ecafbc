/** Sending one mail. What carries it is chosen by the settings: a server that speaks SMTP, or a folder of this machine. */

export type Mailbox = { readonly name?: string; readonly address: string };

export type MailMessage = {
  /** Names the mail: sent twice with the same id, it is the same mail. Letters, digits, `.`, `_`, `-`. */
  readonly id: string;
  readonly to: Mailbox;
  readonly from: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
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
export function checkMessage({ id, to, from, subject, headers = {} }: MailMessage): void {
  if (!/^[\w.-]{1,100}$/.test(id)) throw new MailRefusedError('a mail needs an id of letters, digits, dots and hyphens');
  for (const { address, name = '' } of [to, from]) {
    if (!isMailAddress(address)) throw new MailRefusedError('an address of the mail is none');
    if (lineBreak.test(name)) throw new MailRefusedError('a name in the mail has line breaks');
  }
  if (subject.trim() === '' || subject.length > 500 || lineBreak.test(subject))
    throw new MailRefusedError('the subject of the mail is empty, too long, or has line breaks');
  for (const [name, value] of Object.entries(headers))
    if (!/^[A-Za-z][A-Za-z\d-]{0,60}$/.test(name) || value.length > 900 || lineBreak.test(value)) throw new MailRefusedError('a header of the mail is none');
}
