// Who may import whom. Checked by `npm run boundaries`; test/architecture plants one violation per rule.
const path = require('node:path');

/** Folders of src/infrastructure that serve every adapter. */
const sharedInfrastructure =
  '^src/infrastructure/(sqlite|mongodb|redis|config|telemetry|crypto|system|slices|addresses|engine-failure)/';
/** What chooses adapters: the programs, and what starts one. */
const compositionRoots = '^src/(programs/|(main|cli)\\.ts$)';
const technologies = '(sqlite|memory|eventstoredb|mongodb|redis|bull)';

/** A rule's violation is an error; its comment is what the report says. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'domain-is-pure',
      'The domain is plain TypeScript: it imports itself and nothing else, no package and no Node module.',
      { path: '^src/domain/' },
      { pathNot: '^src/domain/' },
    ),
    rule(
      'aggregates-are-apart',
      'An aggregate imports its own folder and domain/shared. Only domain/events.ts lists them all.',
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
      { path: '^src/application/' },
      { pathNot: '^src/(domain|application|projections)/|(^|/)node_modules/@nestjs/(cqrs|common)/' },
    ),
    rule(
      'application-names-projections',
      'The application imports the documents and folds that it needs. Which projections are kept is no use case: it never imports the list of all.',
      { path: '^src/application/' },
      { path: '^src/projections/registry\\.ts$' },
    ),
    rule(
      'adapters-are-apart',
      'An adapter never imports another adapter: what they share is a port, or one of the shared folders.',
      { path: '^src/infrastructure/([^/]+)/', pathNot: [sharedInfrastructure, compositionRoots] },
      { path: '^src/infrastructure/', pathNot: ['^src/infrastructure/$1/', sharedInfrastructure] },
    ),
    rule(
      'technologies-are-apart',
      'Two technologies behind one port do not know each other.',
      { path: `^src/infrastructure/([^/]+)/${technologies}/`, pathNot: compositionRoots },
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
      'Programs and modules compose; only a program or a module imports one.',
      { path: '^src/', pathNot: compositionRoots },
      { path: compositionRoots },
    ),
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
    rule('used', 'A file that imports nothing and that nobody imports is dead.', { path: '^src/', orphan: true }, {}),
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
