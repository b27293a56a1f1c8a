import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const planted = fileURLToPath(new URL('./planted/', import.meta.url));

interface FileResult {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly line: number }[];
}

/** `line rule` of each complaint, by file, for the planted sources under the project's own rules. */
async function complaints(): Promise<ReadonlyMap<string, string[]>> {
  const options = ['--config', `${root}eslint.config.js`, '--format', 'json', '.'];
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [`${root}node_modules/eslint/bin/eslint.js`, ...options],
      { cwd: planted },
      (_error, stdout) => resolve(stdout),
    );
  });
  const results = JSON.parse(output) as FileResult[];
  return new Map(
    results
      .filter(({ messages }) => messages.length > 0)
      .map(({ filePath, messages }) => [
        relative(planted, filePath),
        messages.map(({ line, ruleId }) => `${line} ${ruleId ?? 'unreadable'}`),
      ]),
  );
}

describe('the linter', () => {
  it('catches clocks, chance, lost promises, untyped requests of the page, a second one of a kind, and nothing else', async () => {
    expect(Object.fromEntries(await complaints())).toEqual({
      'src/domain/email/impure.ts': [
        '4 no-restricted-syntax',
        '5 no-restricted-properties',
        '6 no-restricted-syntax',
        '7 no-restricted-globals',
        '7 no-restricted-properties',
        '8 no-restricted-properties',
        '9 no-restricted-globals',
        '9 no-restricted-properties',
        '10 no-restricted-globals',
        '10 no-restricted-properties',
        '11 no-restricted-globals',
        '12 no-restricted-globals',
        '13 no-restricted-globals',
      ],
      'src/projections/emails/impure.ts': ['3 no-restricted-properties'],
      'src/application/email/impure.ts': ['3 no-restricted-properties'],
      'src/infrastructure/http/careless.ts': [
        '7 @typescript-eslint/no-floating-promises',
        '10 @typescript-eslint/no-misused-promises',
        '15 @typescript-eslint/switch-exhaustiveness-check',
        '21 @typescript-eslint/no-explicit-any',
        '22 no-restricted-properties',
      ],
      'src/infrastructure/http/second-of-a-kind.ts': [
        '1 no-restricted-imports',
        '5 no-restricted-globals',
        '6 no-restricted-syntax',
        '9 no-restricted-syntax',
        '11 no-restricted-syntax',
      ],
      'dashboard/src/rooms/asks-by-path.ts': [
        '3 no-restricted-globals',
        '4 no-restricted-globals',
        '5 no-restricted-globals',
        '6 no-restricted-properties',
        '7 no-restricted-syntax',
        '8 no-restricted-syntax',
      ],
    });
  }, 120_000);
});
