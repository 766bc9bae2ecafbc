/** Addresses by which mails are answered: `reply+TOKEN@in.example.org`. What the token says is the matter of whoever made it. */

/** Where answers to mails come in; nothing in its two parts needs quotes. */
export type RepliesAt = { readonly local: string; readonly domain: string };

/** Signs of a token: a local part has 64 at most (RFC 5321), and servers on the way may write it in lower case. */
const tokenPattern = /^[a-z\d]{20,46}$/;

/** @throws {TypeError} for a token that no address can carry. */
export function replyAddress({ local, domain }: RepliesAt, token: string): string {
  if (!tokenPattern.test(token)) throw new TypeError('a token of an address has 20 to 46 lower-case letters and digits');
  return `${local}+${token}@${domain}`;
}

/** Tokens in what headers of a mail say about its recipients, each once, and no more than `most`. @param headers in lower case. */
export function replyTokens({ local, domain }: RepliesAt, headers: readonly string[], most = 5): readonly string[] {
  const quoted = (text: string): string => text.toLowerCase().replaceAll(/[.+]/g, String.raw`\$&`);
  const address = new RegExp(`(?<![\\w.+-])${quoted(local)}\\+([a-z\\d]{20,46})@${quoted(domain)}(?![\\w.-])`, 'g');
  const found = new Set<string>();
  for (const header of headers)
    for (const [, token = ''] of header.matchAll(address)) {
      found.add(token);
      if (found.size >= most) return [...found];
    }
  return [...found];
}
