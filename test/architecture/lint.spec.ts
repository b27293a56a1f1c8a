import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const planted = fileURLToPath(new URL('./planted/', import.meta.url));

interface Report {
  readonly diagnostics: readonly {
    readonly filename: string;
    readonly code: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

/** `line plugin(rule)` of each complaint, in order, by file, for the planted sources under the project's own rules. */
async function complaints(): Promise<Record<string, string[]>> {
  const output = await new Promise<string>((resolve) => {
    const options = ['--format', 'json', '.'];
    execFile(
      process.execPath,
      [`${root}node_modules/oxlint/bin/oxlint`, ...options],
      { cwd: planted },
      (_error, stdout) => resolve(stdout),
    );
  });
  const found: Record<string, string[]> = {};
  const { diagnostics } = JSON.parse(output) as Report;
  const placed = diagnostics.map(({ filename, code, labels }) => ({ filename, code, line: labels[0]!.span.line }));
  for (const { filename, code, line } of placed.sort((a, b) => a.line - b.line || (a.code < b.code ? -1 : 1))) {
    (found[filename] ??= []).push(`${line} ${code}`);
  }
  return found;
}

describe('the linter', () => {
  it('catches clocks, chance, lost promises, untyped requests of the page, a second one of a kind, and nothing else', async () => {
    expect(await complaints()).toEqual({
      'src/domain/email/impure.ts': [
        '4 house(clock-and-chance)',
        '5 house(clock-and-chance)',
        '6 house(clock-and-chance)',
        '7 eslint(no-restricted-globals)',
        '7 house(clock-and-chance)',
        '8 house(clock-and-chance)',
        '9 eslint(no-restricted-globals)',
        '9 house(clock-and-chance)',
        '10 eslint(no-restricted-globals)',
        '10 eslint(no-restricted-properties)',
        '11 eslint(no-restricted-globals)',
        '12 eslint(no-restricted-globals)',
        '13 eslint(no-restricted-globals)',
      ],
      'src/projections/emails/impure.ts': ['3 house(clock-and-chance)'],
      'src/application/email/impure.ts': ['3 house(clock-and-chance)'],
      'src/infrastructure/http/careless.ts': [
        '7 typescript(no-floating-promises)',
        '10 typescript(no-misused-promises)',
        '15 typescript(switch-exhaustiveness-check)',
        '21 typescript(no-explicit-any)',
        '22 eslint(no-restricted-properties)',
      ],
      'src/infrastructure/http/second-of-a-kind.ts': [
        '1 eslint(no-restricted-imports)',
        '5 eslint(no-restricted-globals)',
        '6 house(one-of-each)',
        '9 house(one-of-each)',
        '11 house(one-of-each)',
      ],
      'dashboard/src/rooms/asks-by-path.ts': [
        '3 eslint(no-restricted-globals)',
        '4 eslint(no-restricted-globals)',
        '5 eslint(no-restricted-globals)',
        '6 eslint(no-restricted-properties)',
        '7 house(asked-by-operation)',
        '8 house(asked-by-operation)',
      ],
    });
  }, 120_000);
});
