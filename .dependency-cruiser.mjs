/**
 * The layer table of docs/architecture.md as rules. `npm run check` applies them to every TypeScript
 * file; tests/guards does so for .astro files, and follows what browser code reaches. There is no list of exemptions: move the code instead.
 */
/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'These files import each other in a circle. Move what both need into a file of its own that imports neither.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'schemas-contracts-rules',
      severity: 'error',
      comment:
        'Schemas, contracts and rules run in browsers too: they import each other, money, dates, geo and ids. Pass anything else in as an argument, or move the line into the service.',
      from: { path: String.raw`\.(schema|contract|rules)\.ts$` },
      to: {
        path: String.raw`\.(service|repository|loader|api)\.ts$|^src/lib/(db|ports|jobs|mail)/|^src/lib/(compose|open|config|secrets)\.ts$|^src/server/|^src/lib/api/(?!(contract|envelope|signing)\.ts|sealing\.rules\.ts)`,
        // A type is gone before anything runs: what is passed in as an argument may be named.
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'words-say-what-they-are-given',
      severity: 'error',
      comment: 'Words say values in a locale. Let a service or loader fetch what they say, and hand it in as an argument.',
      from: { path: String.raw`\.words\.ts$` },
      to: {
        path: String.raw`\.(service|repository|loader|api|feature|jobs|tables)\.ts$|^src/lib/(db|ports|jobs|mail|sms|api)/|^src/lib/(compose|compose-people|compose-catalogue|open|config|secrets)\.ts$|^src/(server|islands)/`,
        // A type is gone before anything runs.
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'lib-knows-no-islands',
      severity: 'error',
      comment:
        'Islands import from src/lib, never the other way round. Put the type into the rules or the schema that make the value, and import it in the island.',
      from: { path: '^src/lib/' },
      to: { path: '^src/islands/' },
    },
    {
      name: 'islands-ask-the-api',
      severity: 'error',
      comment:
        'An island talks to the server through api/client and a contract. Import schema, contract, rules, i18n, paths, money or dates; nothing below them.',
      from: { path: '^src/(islands|scripts)/' },
      to: { path: String.raw`\.(service|repository|loader|api)\.ts$|^src/lib/(db|ports)/|^src/lib/(compose|open|config)\.ts$` },
    },
    {
      name: 'pages-use-loaders',
      severity: 'error',
      comment: 'Pages and layouts get data from Astro.locals.view.loaders. Put the query into a repository and its read model into a loader.',
      // What editors wrote is part of the build, so no request could bring its loader; pages import that one.
      from: { path: '^src/(pages|layouts)/' },
      to: { path: String.raw`\.loader\.ts$`, pathNot: '^src/lib/features/editorial/editorial\\.loader\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-know-no-database',
      severity: 'error',
      comment: 'Pages and layouts get data from loaders. Put the query into a repository and its read model into a loader.',
      from: { path: '^src/(pages|layouts)/' },
      to: { path: String.raw`\.(service|repository)\.ts$|^src/lib/db/|^src/lib/(compose|open)\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'loaders-ask-services',
      severity: 'error',
      comment: 'A loader builds read models from what its service gives. Let the service offer the call, and take the service as an argument.',
      from: { path: String.raw`\.loader\.ts$` },
      to: { path: String.raw`\.repository\.ts$|^src/lib/db/|node_modules/(kysely|pg)/` },
    },
    {
      name: 'services-know-no-http',
      severity: 'error',
      comment: 'A service takes and gives domain values. Read the request and write the answer in the .api.ts file or in src/server.',
      from: { path: String.raw`\.service\.ts$` },
      to: { path: String.raw`^src/lib/api/|^src/server/|node_modules/(astro|hono)/|^(node:)?https?$|\.(loader|api)\.ts$` },
    },
    {
      name: 'services-own-repository-only',
      severity: 'error',
      comment: "A service uses its own feature's repository. Take the other feature's service as an argument instead.",
      from: { path: String.raw`^src/lib/features/([^/]+)/.*\.service\.ts$` },
      to: { path: String.raw`\.repository\.ts$`, pathNot: '^src/lib/features/$1/' },
    },
    {
      name: 'repositories-only-query',
      severity: 'error',
      comment: 'A repository holds SQL and gives domain objects. Move the decision into rules or the service, and the answer into http.',
      from: { path: String.raw`\.repository\.ts$` },
      to: { path: String.raw`\.(service|loader|api)\.ts$|^src/lib/(api/(?![\w-]+\.schema\.ts)|ports/)|^src/server/|node_modules/(astro|hono)/` },
    },
    {
      name: 'sql-lives-in-repositories',
      severity: 'error',
      comment: 'Only repositories and src/lib/db speak SQL. Move the query into the repository of its feature.',
      from: { path: '^src/', pathNot: String.raw`\.repository\.ts$|^src/lib/db/` },
      to: { path: 'node_modules/(kysely|pg|@electric-sql/pglite)/' },
    },
    {
      name: 'features-know-no-http',
      severity: 'error',
      comment: 'Inside a feature only its .api.ts binds to HTTP (a contract may use api/contract.ts). Pass what is needed as an argument.',
      from: { path: '^src/lib/features/', pathNot: String.raw`\.(api|wire|feature)\.ts$` },
      to: { path: String.raw`^src/lib/api/(?!(contract|envelope)\.ts|[\w-]+\.(schema|contract)\.ts)` },
    },
    {
      name: 'features-show-a-face',
      severity: 'error',
      comment:
        'Of another feature only its schema, contract, rules and words are shared, and the types of its service and index, which come by argument from compose.ts. Offer what is needed there, or move it down to where both may reach.',
      from: { path: '^src/lib/features/([^/]+)/' },
      to: { path: '^src/lib/features/([^/]+)/', pathNot: String.raw`^src/lib/features/$1/|\.(schema|contract|rules|words)\.ts$|\.(service|index)\.ts$` },
    },
    {
      name: 'features-take-services-by-argument',
      severity: 'error',
      comment: "Another feature's service or index is handed in by compose.ts. Import its type, and take the object as an argument.",
      from: { path: '^src/lib/features/([^/]+)/' },
      to: { path: String.raw`^src/lib/features/([^/]+)/.*\.(service|index)\.ts$`, pathNot: '^src/lib/features/$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ports-know-no-feature',
      severity: 'error',
      comment: 'A port speaks of what the world outside gives. Move the shared type into the port, and let the feature import it.',
      from: { path: '^src/lib/ports/' },
      to: { path: '^src/lib/features/' },
    },
    {
      name: 'drawings-know-no-feature',
      severity: 'error',
      comment: 'Drawings take facts and give SVG. Hand the facts in.',
      from: { path: '^src/lib/drawings/' },
      to: { path: '^src/lib/(features|db|api|ports)/|^src/server/' },
    },
    {
      name: 'ground-floor',
      severity: 'error',
      comment: 'The database, the API runtime, money, dates, ids, geo and i18n lie below the features. Move the shared type down, or take it as an argument.',
      from: { path: '^src/lib/(db|api|money|dates|ids|geo|i18n)/' },
      to: { path: '^src/lib/features/', pathNot: String.raw`\.tables\.ts$` },
    },
    {
      name: 'nobody-knows-the-server',
      severity: 'error',
      comment: 'src/server is above everything: only server.ts, scripts and tests import it. Move what is shared into src/lib.',
      from: { path: '^src/', pathNot: '^src/server/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'one-composition-root',
      severity: 'error',
      comment: 'Objects are made in src/lib/compose.ts and handed down by argument. Take what is needed as an argument.',
      from: { path: '^src/lib/', pathNot: String.raw`^src/lib/open\.ts$` },
      to: { path: String.raw`^src/lib/(compose|open)\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'source-knows-no-tests',
      severity: 'error',
      comment: 'Source never imports tests or scripts. Move the shared part into src/lib.',
      from: { path: '^(src/|server\\.ts)' },
      to: { path: '^(tests|scripts)/' },
    },
    {
      name: 'declared-dependencies',
      severity: 'error',
      comment: 'The running site may only import what package.json lists under "dependencies" (types excepted), and every import must lead somewhere.',
      from: { path: '^(src/|server\\.ts)' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'imports-lead-somewhere',
      severity: 'error',
      comment: 'This import leads nowhere: mend the path, or add the package to package.json.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:|\\.astro/types\\.d\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^\\.astro/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
