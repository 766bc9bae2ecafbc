/** `npm start`: the server, when everything that it needs stands. */
import { command } from './command.ts';

await command({
  name: 'npm start',
  says: 'Serves the site. A fresh copy is made ready first: dependencies, build, database, sample homes. Ctrl-C or SIGTERM end it after what is under way. Settings are environment variables; docs/operations.md lists them all.',
  examples: ['npm start', 'PORT=8080 DATABASE_URL=postgres://user:password@host/loftling npm start'],
  endsItself: true,
  async run() {
    // React chooses its build when it is first loaded; the one for development renders islands slowly.
    process.env['NODE_ENV'] ??= 'production';
    await import('../server.ts');
  },
});
