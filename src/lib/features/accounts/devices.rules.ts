/** What a device is called in the list of devices. */

/** The first that fits counts: Edge says that it is Chrome, Chrome says that it is Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
/** Longest agent looked at, in characters. */
const longest = 400;

/** Browser and system of an agent; empty where it says neither. @example deviceName('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0') // 'Firefox, Windows' */
export function deviceName(userAgent: string): string {
  const agent = userAgent.slice(0, longest);
  const found = [browsers, systems].map((table) => table.find(([pattern]) => pattern.test(agent))?.[1]);
  return found.filter((name) => name !== undefined).join(', ');
}
