/** The third parties that the settings name; none without them. */
import { appleIdentity } from './apple.ts';
import type { AppleOptions } from './apple.ts';
import { facebookIdentity } from './facebook.ts';
import type { FacebookOptions } from './facebook.ts';
import { googleIdentity } from './google.ts';
import type { GoogleOptions } from './google.ts';
import type { IdentityName, IdentityProvider } from './identity.ts';
import { wechatIdentity } from './wechat.ts';
import type { WechatOptions } from './wechat.ts';

export type IdentitySettings = {
  readonly google: GoogleOptions | undefined;
  readonly apple: AppleOptions | undefined;
  readonly facebook: FacebookOptions | undefined;
  readonly wechat: WechatOptions | undefined;
};

export type Identities = ReadonlyMap<IdentityName, IdentityProvider>;

export function openIdentities({ google, apple, facebook, wechat }: IdentitySettings): Identities {
  const all = [google && googleIdentity(google), apple && appleIdentity(apple), facebook && facebookIdentity(facebook), wechat && wechatIdentity(wechat)];
  return new Map(all.filter((one) => one !== undefined).map((one) => [one.name, one]));
}
