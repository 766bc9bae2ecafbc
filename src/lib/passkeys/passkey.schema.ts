/** What a browser sends of a passkey, in the JSON form of Web Authentication. */
import * as z from 'zod/mini';

const base64url = (longest: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(longest));
/** An id has at most 1,023 bytes. */
const id = base64url(1_364);
const shared = {
  id,
  rawId: id,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
};
const clientDataJSON = base64url(4_096);

/** Of a new passkey. */
export const registrationShape = z.object({
  ...shared,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(8_192),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
export type PasskeyRegistration = z.infer<typeof registrationShape>;

/** Of a passkey in use. */
export const assertionShape = z.object({
  ...shared,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4_096),
    signature: base64url(2_048),
    userHandle: z.optional(z.nullable(base64url(86))),
  }),
});
export type PasskeyAssertion = z.infer<typeof assertionShape>;

/** A passkey as it is kept. None of it is secret. */
export type Passkey = {
  /** Base64url, as the browser names it. */
  readonly id: string;
  /** The person's handle, base64url: what the passkey was made for. */
  readonly handle: string;
  /** The domain it works on. */
  readonly domain: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** How often it was used, where it counts. */
  readonly counter: number;
  /** How a browser gets at it: `internal`, `hybrid`, `usb` … */
  readonly transports: readonly string[];
  /** Whether it is on more than one device: who loses one does not lose it. */
  readonly isSynced: boolean;
};
