/** The blog as a feed (R2.060). */
import type { APIRoute } from 'astro';
import { indexPaths, loadPosts } from '#lib/features/editorial/editorial.loader.ts';
import { rssFeed } from '#lib/features/editorial/editorial.rules.ts';
import { brandName } from '#lib/brand.ts';
import { localeFacts } from '#lib/i18n/locales.ts';

export const prerender = true;
export const getStaticPaths = indexPaths;

export const GET: APIRoute = async ({ locals: { view } }) => {
  const { locale, paths, site, t } = view;
  const absolute = (path: string): string => site.absolute(locale, path);
  const channel = {
    title: t('chrome.labelled', { label: brandName(locale), value: t('editorial.blog_title') }),
    description: t('seo.editorial_blog_description'),
    url: absolute(paths.to('blog')),
    feedUrl: absolute(paths.to('blog_feed')),
    language: localeFacts[locale].hreflang,
  };
  const items = (await loadPosts(view)).map((post) => ({ ...post, author: post.byline.name, url: absolute(post.href) }));
  return new Response(rssFeed(channel, items), { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
};
