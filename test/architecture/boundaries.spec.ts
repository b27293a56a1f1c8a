import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const planted = fileURLToPath(new URL('./planted/', import.meta.url));

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** `rule <- file` for each violation below the folder, sorted; a circle counts once. */
async function violations(folder: string, ...sources: string[]): Promise<string[]> {
  const program = `${root}node_modules/dependency-cruiser/bin/dependency-cruise.mjs`;
  const options = ['--config', `${root}.dependency-cruiser.cjs`, '--output-type', 'json'];
  // The exit code counts the violations, so a failure is not an error here; no JSON is.
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [program, ...options, ...sources],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_error, stdout) => resolve(stdout),
    );
  });
  const { summary } = JSON.parse(output) as {
    summary: { violations: Violation[]; totalDependenciesCruised: number };
  };
  expect(summary.totalDependenciesCruised).toBeGreaterThan(30);
  return [...new Set(summary.violations.map(({ rule, from }) => `${rule.name} <- ${from}`))].sort();
}

/** Two compilations of a whole tree, perhaps beside other suites on a small machine. */
const timeoutMs = 120_000;

describe('the boundaries', () => {
  let caught: readonly string[];

  beforeAll(async () => {
    caught = await violations(planted, 'src', 'dashboard', 'test');
  }, timeoutMs);

  it(
    'hold in the sources',
    async () => {
      expect(await violations(root, 'src', 'dashboard')).toEqual([]);
    },
    timeoutMs,
  );

  it('catch each planted violation by its rule, and nothing else', () => {
    expect(caught).toEqual([
      'acyclic <- src/infrastructure/http/back.ts',
      'adapters-are-apart <- src/infrastructure/vault/uses-the-event-store.ts',
      'aggregates-are-apart <- src/domain/email/uses-another-aggregate.ts',
      'application-knows-ports <- src/application/email/uses-a-package.ts',
      'application-knows-ports <- src/application/email/uses-an-adapter.ts',
      'application-names-projections <- src/application/email/uses-the-registry.ts',
      'dashboard-is-a-client <- dashboard/uses-the-server.ts',
      'domain-is-pure <- src/domain/email/uses-a-package.ts',
      'domain-is-pure <- src/domain/email/uses-node.ts',
      'nothing-imports-the-programs <- src/infrastructure/http/uses-a-program.ts',
      'production-packages <- src/infrastructure/http/uses-a-dev-package.ts',
      'projections-know-the-domain <- src/projections/emails/uses-a-port.ts',
      'resolvable <- src/infrastructure/http/uses-nothing-there.ts',
      'shared-infrastructure-is-below <- src/infrastructure/config/uses-the-vault.ts',
      'source-without-tests <- src/infrastructure/http/uses-a-test.ts',
      'technologies-are-apart <- src/infrastructure/event-store/memory/uses-sqlite.ts',
      'used <- src/infrastructure/http/forgotten.ts',
    ]);
  });

  it('have a planted violation for every rule', () => {
    const { forbidden } = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`) as {
      forbidden: { name: string }[];
    };
    const names = caught.map((line) => line.split(' ')[0]);
    expect([...new Set(names)]).toEqual(forbidden.map((rule) => rule.name).sort());
  });
});
