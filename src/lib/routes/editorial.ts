/** Pages that editors write. */
import { bare, built, page } from './route.ts';
import type { RouteDefinition } from './route.ts';

export const editorialRoutes = {
  about: built('/general-pages/about-uhomes'),
  partners: built('/general-pages/partners'),
  contact_us: built('/general-pages/contact-us'),
  join_us: built('/general-pages/join-us'),
  consultants: built('/general-pages/consultants'),
  appdownload: built('/general-pages/appdownload'),
  helps: built('/general-pages/helps'),
  help: built('/general-pages/helps/:id'),
  document: built('/general-pages/:id'),
  guides: built('/guides'),
  guide: built('/guides/:country/:city'),
  list_topic: built('/list-topic'),
  topic: built('/topic/:slug'),
  providers: built('/providers', { locales: 'english' }),
  provider: built('/providers/:slug', { locales: 'english' }),
  blog: built('/blog', { locales: 'english' }),
  blog_entry: built('/blog/:slug', { locales: 'english' }),
  blog_feed: page('/blog/rss.xml', 'file', { ...bare, render: 'built', indexable: false, locales: 'english' }),
  api_reference: built('/docs/api', { ...bare, layout: 'empty', indexable: false, locales: 'plain' }),
  manifest: page('/manifest.webmanifest', 'file', { ...bare, render: 'built', indexable: false }),
  offline: built('/offline', { ...bare, layout: 'empty', indexable: false }),
  server_status: page('/server_status', 'file', { ...bare, indexable: false, locales: 'plain' }),
} as const satisfies Record<string, RouteDefinition>;
