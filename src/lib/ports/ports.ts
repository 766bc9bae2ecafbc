/** The services outside that the settings name; what they do not name is embedded. */
import type { Config } from '#lib/config.ts';
import { noWriter } from './answers/answers.ts';
import type { AnswerWriter } from './answers/answers.ts';
import { chatCompletions } from './answers/chat-completions.ts';
import type { CaptchaJudge } from './captcha/captcha.ts';
import { geetestCaptcha } from './captcha/geetest.ts';
import { recaptchaCaptcha } from './captcha/recaptcha.ts';
import { turnstileCaptcha } from './captcha/turnstile.ts';
import type { Directions } from './directions/directions.ts';
import { mapboxDirections } from './directions/mapbox.ts';
import { osrmDirections } from './directions/osrm.ts';
import { straightLineDirections } from './directions/straight-line.ts';
import { valhallaDirections } from './directions/valhalla.ts';
import { noGeoIp } from './geo-ip/geo-ip.ts';
import type { GeoIp } from './geo-ip/geo-ip.ts';
import { httpGeoIp } from './geo-ip/http-geo-ip.ts';
import { openIdentities } from './identity/open-identities.ts';
import type { Identities } from './identity/open-identities.ts';
import type { MiniProgram } from './mini-program/mini-program.ts';
import { webCode } from './mini-program/web-code.ts';
import { wechatCode } from './mini-program/wechat-code.ts';
import { offlineProvider } from './payment/offline.ts';
import type { PaymentProvider } from './payment/payment.ts';
import { stripeProvider } from './payment/stripe.ts';
import { wechatPayProvider } from './payment/wechat-pay.ts';
import type { PayoutProvider } from './payout/payout.ts';
import { wisePayouts } from './payout/wise.ts';
import { createPublicWeb } from './public-web/public-web.ts';
import type { PublicWeb } from './public-web/public-web.ts';
import { aliyunRegistry } from './registry/aliyun-registry.ts';
import { noRegistry } from './registry/registry.ts';
import type { Registry } from './registry/registry.ts';
import { clamd } from './scanner/clamd.ts';
import { noScanner } from './scanner/scanner.ts';
import type { Scanner } from './scanner/scanner.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { drawnStreet, linkedStreet } from './street-view/street-view.ts';
import type { StreetView } from './street-view/street-view.ts';
import { libreTranslator } from './translate/libre-translator.ts';
import { scriptTranslator } from './translate/script-translator.ts';
import type { Translator } from './translate/translate.ts';

export type Ports = {
  readonly directions: Directions;
  readonly streetView: StreetView;
  readonly storage: Storage;
  readonly scanner: Scanner;
  /** For what strangers name by an address. */
  readonly web: PublicWeb;
  readonly geoIp: GeoIp;
  /** Asked in this order until one can. */
  readonly translators: readonly Translator[];
  /** Asked in this order until one can. */
  readonly phoneCodes: readonly MiniProgram[];
  /** Who can vouch for a person, by name; only those that are set up. */
  readonly identities: Identities;
  /** Compares names with numbers of identity cards. */
  readonly registry: Registry;
  /** Those that take money; asked in this order until one has the method. */
  readonly payments: readonly PaymentProvider[];
  /** Brings money to accounts of others; without one staff do. */
  readonly payout: PayoutProvider | undefined;
  /** Puts the assistant's answers into words. */
  readonly answers: AnswerWriter;
  /** Captchas of other services, besides the embedded one. */
  readonly captchas: readonly CaptchaJudge[];
};

/** The operator's own servers before one that is bought. */
function openDirections({ valhallaUrl, osrmUrl, mapboxToken }: Config): Directions {
  if (valhallaUrl) return valhallaDirections(valhallaUrl);
  if (osrmUrl) return osrmDirections(osrmUrl);
  return mapboxToken ? mapboxDirections(mapboxToken) : straightLineDirections();
}

function openCaptchas({ turnstile, recaptcha, geetest, siteUrl, localeHosts }: Config): readonly CaptchaJudge[] {
  const siteHosts = [siteUrl, ...localeHosts.values()].map((origin) => new URL(origin).hostname);
  return [
    ...(turnstile ? [turnstileCaptcha({ ...turnstile, siteHosts })] : []),
    ...(recaptcha ? [recaptchaCaptcha({ ...recaptcha, siteHosts })] : []),
    ...(geetest ? [geetestCaptcha(geetest)] : []),
  ];
}

export function openPorts(config: Config): Ports {
  const { streetViewUrl, geoIpUrl, translate, wechatMini } = config;
  return {
    directions: openDirections(config),
    streetView: streetViewUrl ? linkedStreet(streetViewUrl) : drawnStreet,
    storage: openStorage(config),
    scanner: config.clamd ? clamd(config.clamd) : noScanner,
    web: createPublicWeb(),
    geoIp: geoIpUrl ? httpGeoIp(geoIpUrl) : noGeoIp,
    translators: [scriptTranslator, ...(translate ? [libreTranslator(translate.url, translate.key)] : [])],
    answers: config.assistant ? chatCompletions(config.assistant) : noWriter,
    payments: [
      // Before those that take WeChat Pay too, and more for it.
      ...(config.wechatPay ? [wechatPayProvider({ ...config.wechatPay, notifyUrl: `${config.siteUrl}/_upay/webhook/wechat-pay` })] : []),
      ...(config.stripe ? [stripeProvider(config.stripe)] : []),
      ...(config.transferAccounts.length > 0 ? [offlineProvider(config.transferAccounts)] : []),
    ],
    payout: config.wise && wisePayouts(config.wise),
    captchas: openCaptchas(config),
    registry: config.registry ? aliyunRegistry(config.registry) : noRegistry,
    phoneCodes: [...(wechatMini ? [wechatCode(wechatMini.appId, wechatMini.secret)] : []), webCode],
    identities: openIdentities(config.identity),
  };
}
