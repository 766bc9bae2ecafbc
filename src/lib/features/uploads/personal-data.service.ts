/** What is kept of a person's files, for themselves: they can fetch each at its address. */
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { UploadsService } from './uploads.service.ts';

export function uploadsSource(uploads: Pick<UploadsService, 'ofUser'>): PersonalSource {
  return {
    name: 'files',
    async read(userId) {
      const files = await uploads.ofUser(userId);
      return {
        title: 'mydata.files',
        items: files.map(({ id, name, createdAt }) => [
          { label: 'mydata.file', value: name },
          { label: 'mydata.file_address', value: `/users/files/${id}` },
          { label: 'mydata.given', value: createdAt.toISOString() },
        ]),
        data: files.map(({ id, purpose, name, type, bytes, createdAt }) => ({ id, purpose, name, type, bytes, created_at: createdAt.toISOString() })),
      };
    },
  };
}
