import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What `npm run boundaries` finds in the planted folder; the sources are cruised by that command alone. */
function violations(): readonly string[] {
  const script = [`${root}scripts/boundaries.js`, '--in', `${root}test/architecture/planted`];
  const cruised = spawnSync(process.execPath, [...script, 'src', 'dashboard', 'test'], { encoding: 'utf8' });
  expect(cruised.status).toBe(1);
  return cruised.stdout.trimEnd().split('\n');
}

describe('the boundaries', () => {
  let caught: readonly string[];
  beforeAll(() => {
    caught = violations();
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
      'limits-count-what-was-found <- src/infrastructure/http/counts-what-was-typed.ts',
      'messages-have-schemas <- src/application/email/webhook-messages.ts',
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
      'folder-in-a-circle <- src/application/email',
      'folder-in-a-circle <- src/application/email/parts',
      'folder-in-a-circle <- src/application/team',
      'folder-in-a-circle <- src/infrastructure/config',
      'folder-in-a-circle <- src/infrastructure/vault',
    ]);
  });

  it('have a planted violation for every rule', () => {
    const { forbidden } = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`) as {
      forbidden: { name: string }[];
    };
    const names = caught.map((line) => line.split(' ')[0]);
    expect([...new Set(names)].sort()).toEqual([...forbidden.map((rule) => rule.name), 'folder-in-a-circle'].sort());
  });
});
