/** What the topics of posts are called. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { PostTopic } from './editorial.schema.ts';

export const topicLabels = {
  tenancy: 'editorial.topic_tenancy',
  deposit: 'editorial.topic_deposit',
  cost: 'editorial.topic_cost',
  safety: 'editorial.topic_safety',
  guarantor: 'editorial.topic_guarantor',
  law: 'editorial.topic_law',
} as const satisfies Readonly<Record<PostTopic, MessageKey>>;
