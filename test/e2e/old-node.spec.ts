import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

const root = join(import.meta.dirname, '../..');
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
const needed = engines.node.replace('>=', '');

/** Runs a file as if Node were of this version. */
function runAs(version: string, file: string, ...args: readonly string[]) {
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  const preload = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
  const line = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, join(root, file), ...args];
  // A port that a server which starts all the same could not have.
  const env = { PATH: process.env['PATH'], HOST: '192.0.2.1' };
  return spawnSync(process.execPath, line, { env, encoding: 'utf8' });
}

describe.each(['dist/bundle/main.js', 'dist/bundle/cli.js'])('%s', (file) => {
  it.each(['10.24.1', '18.20.8', '20.9.0', '20.18.3'])('says in one line that Node %s is too old', (version) => {
    const ran = runAs(version, file, '--help');
    expect(ran).toMatchObject({
      status: 78,
      stdout: '',
      stderr: `posthorn: Node ${version} is too old. Install Node ${needed} or newer (https://nodejs.org).\n`,
    });
  });

  it.each([needed, '20.20.0', '22.0.0', '100.0.0'])('starts with Node %s', (version) => {
    expect(runAs(version, file, '--help').stderr).not.toContain('too old');
  });

  it('imports nothing before it has looked, and an old Node can read it', () => {
    const source = readFileSync(join(root, file), 'utf8');
    expect(source).not.toMatch(/^\s*(import|export)\b(?!\()/m);
    expect(source.match(/\b(import|require)\(/g)).toEqual(['import(']);
    expect(source).not.toMatch(/\?\.|\?\?|#\w+\(|\bawait\b/);
    // As a script, as versions read it that know no modules.
    expect(() => new Script(source.replace(/^#!.*/, ''))).not.toThrow();
  });
});

it('the build says it too', () => {
  const ran = runAs('18.20.8', 'scripts/build.js', 'bundle');
  expect(ran).toMatchObject({
    status: 78,
    stderr: expect.stringMatching(/^Node 18\.20\.8 is too old to build Posthorn\./),
  });
});
