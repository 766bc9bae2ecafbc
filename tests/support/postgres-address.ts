/** Tells the tests of a worker where the throw-away Postgres is. */
import { inject } from 'vitest';

process.env['TEST_DATABASE_URL'] = inject('testDatabaseUrl');
