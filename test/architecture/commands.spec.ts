import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(md|ts|tsx|js|mjs|ya?ml|json|html)$|(^|\/)(Dockerfile|\.env\.example)$/.test(file))
  .filter((file) => file !== 'test/architecture/commands.spec.ts' && file !== 'package-lock.json');

/** Lines of what is kept in the repository, with their places. */
function linesWith(pattern: RegExp, of: readonly string[] = files): readonly string[] {
  return of.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

describe('what people are told to type', () => {
  it('never lets a package of a stranger answer: outside of the folder npx asks the registry', () => {
    const unsafe = /\b(npx|npm (exec|x)|pnpm dlx|yarn dlx|bunx)\b(?! \.\/)[^`\n]*\bposthorn\b/;
    expect(unsafe.test('run npx posthorn doctor')).toBe(true);
    expect(unsafe.test('npm exec -- posthorn doctor')).toBe(true);
    // A file that lies here is asked of no registry.
    expect(unsafe.test('npx ./posthorn-0.1.0.tgz serve')).toBe(false);
    expect(linesWith(unsafe)).toEqual([]);
  });

  it('names the API key alike everywhere', () => {
    const pages = files.filter((file) => /^(README\.md|docs\/|src\/|dashboard\/)/.test(file));
    expect(linesWith(/\$\{?(?!POSTHORN_KEY\b)[A-Z_]*(API_KEY|RESEND_KEY)\b/, pages)).toEqual([]);
    expect(linesWith(/export POSTHORN_KEY=/, ['README.md'])).toHaveLength(1);
  });

  it('sets the key before the first sample that needs it', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const firstUse = readme.search(/\$POSTHORN_KEY|env\.POSTHORN_KEY|environ\["POSTHORN_KEY"\]/);
    expect(readme.indexOf('export POSTHORN_KEY=')).toBeLessThan(firstUse);
  });

  it('switches verification of certificates off in no document', () => {
    const documents = files.filter((file) => file.endsWith('.md'));
    const off =
      /^\s*[^#`/]*(rejectUnauthorized: false|CERT_NONE|check_hostname = False|NODE_TLS_REJECT_UNAUTHORIZED=0)/;
    expect(linesWith(off, documents)).toEqual([]);
  });
});
