// Who may import whom. Checked by `npm run boundaries`; test/architecture plants one violation per rule.
const path = require('node:path');

/** Folders of src/infrastructure that serve every adapter. */
const sharedInfrastructure =
  '^src/infrastructure/(sqlite|mongodb|redis|config|telemetry|security|crypto|system|slices|html|addresses|header-fields|outbound-http|engine-failure)/';
/** What chooses adapters. */
const programs = '^src/programs/';
/** What is run: each starts a program. */
const starters = '^src/[^/]+\\.ts$';
const technologies = '(sqlite|memory|eventstoredb|mongodb|redis|bull)';

/** A rule's violation is an error; its comment is what the report says. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const webhookMessages = '^src/application/[^/]+/webhook-message';

module.exports = {
  forbidden: [
    rule(
      'domain-is-pure',
      'The domain is plain TypeScript and the schemas of its events: it imports itself and zod, no other package and no Node module.',
      { path: '^src/domain/' },
      { pathNot: '^src/domain/|(^|/)node_modules/zod/' },
    ),
    rule(
      'aggregates-are-apart',
      'An aggregate imports its own folder and domain/shared.',
      { path: '^src/domain/([^/]+)/' },
      { path: '^src/domain/', pathNot: '^src/domain/($1|shared)/' },
    ),
    rule(
      'projections-know-the-domain',
      'A projection imports the domain and projections, no package and no Node module.',
      { path: '^src/projections/' },
      { pathNot: '^src/(domain|projections)/' },
    ),
    rule(
      'application-knows-ports',
      'The application imports the domain, itself, documents and folds of projections, and the command and query bus.',
      { path: '^src/application/', pathNot: webhookMessages },
      { pathNot: '^src/(domain|application|projections)/|(^|/)node_modules/@nestjs/(cqrs|common)/' },
    ),
    rule(
      'messages-have-schemas',
      'What declares the messages of webhooks has their schemas: it imports zod beside what the application imports.',
      { path: webhookMessages },
      { pathNot: '^src/(domain|application|projections)/|(^|/)node_modules/zod/' },
    ),
    rule(
      'limits-count-what-was-found',
      'The key of a limit is made where something is looked up: the edge has only what a client has typed, but for networks and owners.',
      { path: '^src/infrastructure/', pathNot: '^src/infrastructure/http/edge/rate-limit\\.ts$' },
      { path: '^src/application/ports/found-key\\.ts$' },
    ),
    rule(
      'adapters-are-apart',
      'An adapter never imports another adapter: what they share is a port, or one of the shared folders.',
      { path: '^src/infrastructure/([^/]+)/', pathNot: sharedInfrastructure },
      { path: '^src/infrastructure/', pathNot: ['^src/infrastructure/$1/', sharedInfrastructure] },
    ),
    rule(
      'technologies-are-apart',
      'Two technologies behind one port do not know each other.',
      { path: `^src/infrastructure/([^/]+)/${technologies}/` },
      { path: `^src/infrastructure/$1/${technologies}/`, pathNot: '^src/infrastructure/$1/$2/' },
    ),
    rule(
      'shared-infrastructure-is-below',
      'What every adapter may use knows no adapter.',
      { path: sharedInfrastructure },
      { path: '^src/infrastructure/', pathNot: sharedInfrastructure },
    ),
    rule(
      'nothing-imports-the-programs',
      'Programs put everything together; only a program, or what starts one, imports one.',
      { path: '^src/', pathNot: [programs, starters] },
      { path: [programs, starters] },
    ),
    rule(
      'starters-only-start',
      'What is run imports the program that it starts, and nothing else of ours.',
      { path: starters },
      { path: '^src/', pathNot: programs },
    ),
    {
      name: 'threads-are-started',
      comment: 'What starts a thread imports a type of its file, so that these rules see the way there.',
      severity: 'error',
      from: {},
      module: { path: '\\.worker\\.ts$', numberOfDependentsLessThan: 1 },
    },
    rule(
      'source-without-tests',
      'The product does not know its tests or its measurements.',
      { path: '^src/' },
      { path: '^(test|bench|scripts)/' },
    ),
    rule(
      'dashboard-is-a-client',
      'The dashboard speaks HTTP: it imports its own code and packages.',
      { path: '^dashboard/' },
      { path: '^(src|test|bench)/' },
    ),
    rule(
      'production-packages',
      'What runs in production is in dependencies.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '(^|/)node_modules/@types/' },
    ),
    rule('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    rule('acyclic', 'No import leads back to its own file.', {}, { circular: true }),
    {
      ...rule(
        'folders-are-acyclic',
        'No folder, with all that lies in it, leads back to itself by way of another one.',
        { path: '^src/' },
        { circular: true },
      ),
      scope: 'folder',
    },
    rule(
      'used',
      'A file that imports nothing and that nobody imports is dead; what only declares types is found by the compiler.',
      { path: '^src/', pathNot: '\\.d\\.ts$', orphan: true },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    // Imports of types count too.
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: path.join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
