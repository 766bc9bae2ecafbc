/** What is said of groups. Browser-safe. */
import { nameOfFacts } from '#lib/features/catalogue/local-texts.rules.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { SayNews } from '#lib/features/news/news.schema.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { GroupAct } from './groups.schema.ts';

export const groupNewsWords = {
  joined: { title: 'groups.news_joined', text: 'groups.news_joined_text' },
  left: { title: 'groups.news_left', text: 'groups.news_left_text' },
  ended: { title: 'groups.news_ended', text: 'groups.news_ended_text' },
  over: { title: 'groups.news_over', text: 'groups.news_over_text' },
} as const satisfies Record<string, Record<'title' | 'text', MessageKey>>;

export const groupActLabels = {
  link: 'groups.act_link',
  change: 'groups.act_change',
  leave: 'groups.act_leave',
  end: 'groups.act_end',
} as const satisfies Record<GroupAct, MessageKey>;

/** Rooms as news have them, one a line, in a reader's words. */
export const roomNames = (rooms: string, t: T): string =>
  rooms
    .split('\n')
    .map((room) => unitTitle(room, t).name)
    .join(' · ');

const isNews = (what: string): what is keyof typeof groupNewsWords => what in groupNewsWords;

/** What happened in a group, in a reader's words. */
export const sayGroupNews: SayNews = ({ what, facts }, { t, paths, locale }) => {
  if (!isNews(what)) return undefined;
  const { title, text } = groupNewsWords[what];
  const said = { home: nameOfFacts(facts, locale), name: facts['name'] ?? '' };
  const rooms = facts['rooms'];
  return {
    title: t(title, said),
    text: rooms ? `${t(text, said)} ${t('groups.news_rooms', { rooms: roomNames(rooms, t) })}` : t(text, said),
    href: paths.to('profile_order/group-list'),
  };
};
