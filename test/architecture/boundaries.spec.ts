import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const planted = fileURLToPath(new URL('./planted/', import.meta.url));

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

interface Cruise {
  readonly modules: readonly Module[];
  readonly summary: { readonly violations: readonly Violation[]; readonly totalDependenciesCruised: number };
}

async function cruise(folder: string, ...sources: string[]): Promise<Cruise> {
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
  const cruised = JSON.parse(output) as Cruise;
  expect(cruised.summary.totalDependenciesCruised).toBeGreaterThan(30);
  return cruised;
}

/** `rule <- file` for each violation, sorted; a circle counts once. */
function violations({ summary }: Cruise): string[] {
  return [...new Set(summary.violations.map(({ rule, from }) => `${rule.name} <- ${from}`))].sort();
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

/**
 * Folders, each with the files that lie in itself, from which imports lead back to them: a folder and one inside it
 * too.
 */
function foldersInCircles({ modules }: Cruise): string[] {
  const next = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    const to = next.get(from) ?? new Set();
    for (const { resolved } of dependencies) to.add(folderOf(resolved));
    to.delete(from);
    next.set(from, to);
  }
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const folder of next.get(from) ?? []) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      reached(folder, seen);
    }
    return seen;
  };
  return [...next.keys()].filter((folder) => folder.startsWith('src/') && reached(folder).has(folder)).sort();
}

/** Two compilations of a whole tree, perhaps beside other suites on a small machine. */
const timeoutMs = 120_000;

describe('the boundaries', () => {
  let sources: Cruise;
  let inPlanted: Cruise;
  let caught: readonly string[];

  beforeAll(async () => {
    [sources, inPlanted] = [await cruise(root, 'src', 'dashboard'), await cruise(planted, 'src', 'dashboard', 'test')];
    caught = violations(inPlanted);
  }, timeoutMs);

  it('hold in the sources', () => {
    expect(violations(sources)).toEqual([]);
  });

  it('have no folder of the sources in a circle, not even with one inside it', () => {
    expect(foldersInCircles(sources)).toEqual([]);
    expect(foldersInCircles(inPlanted)).toEqual([
      'src/application/email',
      'src/application/email/parts',
      'src/application/team',
      'src/infrastructure/config',
      'src/infrastructure/vault',
    ]);
  });

  it('catch each planted violation by its rule, and nothing else', () => {
    expect(caught).toEqual([
      'acyclic <- src/infrastructure/http/back.ts',
      'adapters-are-apart <- src/infrastructure/vault/uses-the-event-store.ts',
      'aggregates-are-apart <- src/domain/email/uses-another-aggregate.ts',
      'application-knows-ports <- src/application/email/uses-a-package.ts',
      'application-knows-ports <- src/application/email/uses-an-adapter.ts',
      'dashboard-is-a-client <- dashboard/uses-the-server.ts',
      'domain-is-pure <- src/domain/email/uses-a-package.ts',
      'domain-is-pure <- src/domain/email/uses-node.ts',
      'folders-are-acyclic <- src/application/email',
      'folders-are-acyclic <- src/application/team',
      // What is shared may be used by adapters: where it uses one, and that another, they form a circle too.
      'folders-are-acyclic <- src/infrastructure/config',
      'folders-are-acyclic <- src/infrastructure/event-store',
      'folders-are-acyclic <- src/infrastructure/vault',
      'nothing-imports-the-programs <- src/infrastructure/http/uses-a-program.ts',
      'production-packages <- src/infrastructure/http/uses-a-dev-package.ts',
      'projections-know-the-domain <- src/projections/emails/uses-a-port.ts',
      'resolvable <- src/infrastructure/http/uses-nothing-there.ts',
      'shared-infrastructure-is-below <- src/infrastructure/config/uses-the-vault.ts',
      'source-without-tests <- src/infrastructure/http/uses-a-test.ts',
      'starters-only-start <- src/cli.ts',
      'technologies-are-apart <- src/infrastructure/event-store/memory/uses-sqlite.ts',
      'threads-are-started <- src/infrastructure/http/unstarted.worker.ts',
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
