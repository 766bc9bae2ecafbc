/** Pages that editors write. */
import { article, bare, built, page } from './route.ts';
import type { RouteDefinition } from './route.ts';

export const editorialRoutes = {
  about: page('/general-pages/about-uhomes', 'catalogue/about'),
  partners: built('/general-pages/partners'),
  contact_us: built('/general-pages/contact-us'),
  join_us: built('/general-pages/join-us'),
  consultants: built('/general-pages/consultants'),
  appdownload: built('/general-pages/appdownload'),
  helps: built('/general-pages/helps'),
  help: built('/general-pages/helps/:id'),
  document: built('/general-pages/:id'),
  guides: built('/guides'),
  guide: article('/guides/:country/:city', 'catalogue/guide'),
  list_topic: built('/list-topic'),
  topic: built('/topic/:slug'),
  /** Who lets the homes of the catalogue; `kind` and `page` narrow it. */
  providers: page('/providers', 'catalogue/providers', { query: ['kind'] }),
  provider_record: article('/providers/record/:slug', 'catalogue/provider'),
  provider: built('/providers/:slug', { locales: 'english' }),
  blog: built('/blog'),
  /** Posts about one topic: a part of the blog, which is what search engines are shown. */
  blog_topic: built('/blog/topics/:topic', { indexable: false }),
  blog_entry: article('/blog/:slug', 'catalogue/blog-entry'),
  blog_feed: page('/blog/rss.xml', 'file', { ...bare, render: 'built', indexable: false }),
  api_reference: built('/docs/api', { ...bare, layout: 'empty', indexable: false, locales: 'plain' }),
  manifest: page('/manifest.webmanifest', 'file', { ...bare, render: 'built', indexable: false }),
  offline: built('/offline', { ...bare, layout: 'empty', indexable: false }),
  server_status: page('/server_status', 'file', { ...bare, indexable: false, locales: 'plain' }),
} as const satisfies Record<string, RouteDefinition>;
