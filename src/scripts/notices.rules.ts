/**
 * Which notice a visit shows: one, whatever the pages that it leads to. What was shown is the visit's notice until it is settled, and after it
 * nothing else comes until another day, another tab or another visit. Each is settled for good. Pure.
 */

export type NoticeName = 'cookies' | 'language' | 'hint' | 'app-prompt' | 'app-bar' | 'ask-me';

type Notice = {
  readonly name: NoticeName;
  /** Under which name the browser keeps that it is settled; the answer about cookies is a cookie of its own. */
  readonly key: string | undefined;
  /** In which windows it is shown; in all without it. */
  readonly only?: 'narrow' | 'wide';
  /** Waits until this one is settled: nobody is asked to install what they have not looked at. */
  readonly after?: NoticeName;
  /** About the app, which is not offered inside it. */
  readonly ofApp?: true;
};

/** In the order in which they take their turns. */
export const notices: readonly Notice[] = [
  // R4.095: the law's question comes before everything that we would like to say.
  { name: 'cookies', key: undefined },
  // Put there by language-offer.ts.
  { name: 'language', key: 'languageOffered' },
  // R4.096
  { name: 'hint', key: 'isShowEntryUserGuide' },
  // R2.206
  { name: 'app-prompt', key: 'appPromptClosed', only: 'wide', after: 'hint', ofApp: true },
  // R4.094
  { name: 'app-bar', key: 'appBarClosed', only: 'narrow', after: 'hint', ofApp: true },
  // R2.201: put there by ask-opens.ts, after some pages, where nothing else was.
  { name: 'ask-me', key: 'askMeClosed', only: 'wide' },
];

/** Where the browser keeps which notice the visit has had, for as long as its tab is open. */
export const visitNoticeKey = 'visitNotice';

export type Turn = {
  /** The notices that the page could show. */
  readonly onPage: readonly NoticeName[];
  readonly isSettled: (name: NoticeName) => boolean;
  /** The one that the visit has had. */
  readonly visit: string | null;
  readonly isNarrow: boolean;
  /** Whether this window is the app. */
  readonly isApp: boolean;
};

/** The notice to show; undefined for none. */
export function noticeInTurn({ onPage, isSettled, visit, isNarrow, isApp }: Turn): NoticeName | undefined {
  return notices.find(
    ({ name, only, after, ofApp }) =>
      (visit === null || visit === name) &&
      onPage.includes(name) &&
      !isSettled(name) &&
      (only === undefined || (only === 'narrow') === isNarrow) &&
      (after === undefined || isSettled(after)) &&
      !(ofApp && isApp),
  )?.name;
}
