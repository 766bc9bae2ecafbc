/** The third parties that the settings name; a stand-in for each that they do not, where it may be tried. */
import { appleIdentity } from './apple.ts';
import type { AppleOptions } from './apple.ts';
import { facebookIdentity } from './facebook.ts';
import type { FacebookOptions } from './facebook.ts';
import { googleIdentity } from './google.ts';
import type { GoogleOptions } from './google.ts';
import type { IdentityName, IdentityProvider } from './identity.ts';
import { trialIdentity } from './trial.ts';
import { wechatIdentity } from './wechat.ts';
import type { WechatOptions } from './wechat.ts';

export type IdentitySettings = {
  readonly google: GoogleOptions | undefined;
  readonly apple: AppleOptions | undefined;
  readonly facebook: FacebookOptions | undefined;
  readonly wechat: WechatOptions | undefined;
  /** Whether a stand-in of ours takes the place of those that are not set up. */
  readonly trial: boolean;
};

export type Identities = ReadonlyMap<IdentityName, IdentityProvider>;

export function openIdentities({ google, apple, facebook, wechat, trial }: IdentitySettings): Identities {
  const all = [google && googleIdentity(google), apple && appleIdentity(apple), facebook && facebookIdentity(facebook), wechat && wechatIdentity(wechat)];
  const set = new Map(all.filter((one) => one !== undefined).map((one) => [one.name, one]));
  const names: readonly IdentityName[] = trial ? ['google', 'apple', 'facebook', 'wechat'] : [];
  return new Map([...names.map((name) => [name, trialIdentity(name)] as const), ...set]);
}
