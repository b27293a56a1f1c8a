import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const here = import.meta.dirname;

/** Time and chance arrive as arguments (domain, projections) or through the Clock and Ids ports (application). */
const clockAndChance = {
  syntax: [
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The time comes from the caller.' },
    { selector: "CallExpression[callee.name='Date']", message: 'The time comes from the caller.' },
  ],
  properties: [
    { object: 'Date', property: 'now', message: 'The time comes from the caller.' },
    { object: 'performance', property: 'now', message: 'The time comes from the caller.' },
    { object: 'Math', property: 'random', message: 'Chance comes from the caller.' },
    { object: 'crypto', property: 'randomUUID', message: 'Ids come from the caller.' },
    { object: 'crypto', property: 'getRandomValues', message: 'Chance comes from the caller.' },
  ],
};

/** What there is one of: application/shared/timeout.ts, application/shared/bounded-map.ts, infrastructure/outbound-http. */
const timeoutElsewhere = 'withTimeout and waitAtMost of application/shared/timeout.ts do this.';
const oneOfEach = {
  syntax: [
    {
      selector:
        "CallExpression[callee.object.name='Promise'][callee.property.name='race'] > ArrayExpression > CallExpression[callee.name='delay']",
      message: timeoutElsewhere,
    },
    {
      selector:
        "CallExpression[callee.name='setTimeout'] > ArrowFunctionExpression > CallExpression[callee.name='reject']",
      message: timeoutElsewhere,
    },
    {
      selector:
        "CallExpression[callee.property.name='delete'] CallExpression[callee.property.name='next'][callee.object.callee.property.name='keys']",
      message: 'BoundedMap of application/shared drops the oldest entry.',
    },
  ],
  globals: [{ name: 'fetch', message: 'infrastructure/outbound-http checks where connections lead.' }],
  imports: [{ name: 'undici', message: 'infrastructure/outbound-http checks where connections lead.' }],
};

const environment = { object: 'process', property: 'env', message: 'Only config/given.ts reads the environment.' };

const outsideWorld = [
  'process',
  'console',
  'fetch',
  'crypto',
  'performance',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
].map((name) => ({ name, message: 'The domain and the projections read their arguments and nothing else.' }));

/** What the page asks for is an operation of the document, so that a wrong path or body does not compile. */
const askedByOperation =
  'Use `call`, `addressOf` or `eventsOf` of dashboard/src/api/client.ts, by the name of an operation.';
const untypedRequests = {
  globals: ['fetch', 'EventSource', 'XMLHttpRequest', 'WebSocket'].map((name) => ({ name, message: askedByOperation })),
  properties: ['fetch', 'sendBeacon'].map((property) => ({ property, message: askedByOperation })),
  syntax: ['Literal[value=/^\\u002fdashboard-api/]', 'TemplateElement[value.raw=/^\\u002fdashboard-api/]'].map(
    (selector) => ({
      selector,
      message: askedByOperation,
    }),
  ),
};

const focusedTests = ['it', 'test', 'describe'].map((object) => ({
  object,
  property: 'only',
  message: 'The other tests would not run.',
}));

const everywhere = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-debugger': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'no-unreachable': 'error',
};

export default defineConfig(
  { ignores: ['dist/', 'dashboard/dist/', 'data/', 'coverage/', 'node_modules/', 'test/architecture/planted/'] },
  // Of senders, with packages of their own: test/e2e/cli/templates.spec.ts renders and sends them.
  { ignores: ['examples/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.{js,mjs,cjs}'], rules: everywhere },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: here },
    },
    rules: {
      ...everywhere,
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // consistent-type-imports stays off: a class that Nest injects must be imported as a value.
    },
  },
  { files: ['src/**/*.ts'], rules: { 'no-restricted-properties': ['error', environment] } },
  { files: ['src/infrastructure/config/given.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...oneOfEach.syntax],
      'no-restricted-globals': ['error', ...oneOfEach.globals],
      'no-restricted-imports': ['error', ...oneOfEach.imports],
    },
  },
  { files: ['src/infrastructure/outbound-http/**'], rules: { 'no-restricted-imports': 'off' } },
  // Attempts to connect overtake each other there, and none is given up.
  { files: ['src/infrastructure/event-store/eventstoredb/**'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src/domain/**/*.ts', 'src/projections/**/*.ts', 'src/application/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...clockAndChance.syntax, ...oneOfEach.syntax],
      'no-restricted-properties': ['error', environment, ...clockAndChance.properties],
    },
  },
  { files: ['src/application/shared/{timeout,bounded-map}.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src/domain/**/*.ts', 'src/projections/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', ...outsideWorld] },
  },
  {
    files: ['dashboard/src/**/*.{ts,tsx}'],
    ignores: ['dashboard/src/api/client.ts'],
    rules: {
      'no-restricted-globals': ['error', ...untypedRequests.globals],
      'no-restricted-properties': ['error', ...untypedRequests.properties],
      'no-restricted-syntax': ['error', ...untypedRequests.syntax],
    },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-properties': ['error', ...focusedTests],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    ignores: ['test/support/properties.ts'],
    rules: {
      'no-restricted-imports': ['error', { name: 'fast-check', message: 'test/support/properties.ts sets its seed' }],
    },
  },
);
