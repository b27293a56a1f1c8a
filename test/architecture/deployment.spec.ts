import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { environmentSchema } from '../../src/infrastructure/config/schema.js';
import { commandOf, instructionsOf } from '../support/dockerfile.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const settings = new Set(Object.keys(environmentSchema.shape));

describe('the Dockerfile', () => {
  const instructions = instructionsOf(join(root, 'Dockerfile'));
  const textsOf = (name: string): string[] => instructions.filter((one) => one.name === name).map(({ text }) => text);
  const last = (name: string): string => textsOf(name).at(-1) ?? '';

  it('starts what npm start starts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(commandOf(last('CMD')).join(' ')).toBe(scripts.start);
  });

  it('copies what is there, and .dockerignore lets it through', () => {
    const sources = textsOf('COPY')
      .filter((text) => !text.startsWith('--from='))
      .flatMap((text) => text.split(' ').slice(0, -1));
    const allowed = read('.dockerignore').split('\n');
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(sources.filter((path) => !allowed.includes(`!${path}`))).toEqual([]);
  });

  it('sets what the configuration knows', () => {
    const names = textsOf('ENV').flatMap((text) => [...text.matchAll(/(\w+)=/g)].map(([, name = '']) => name));
    expect(names).toContain('DATA_DIR');
    // Node's own.
    expect(names.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([]);
  });

  it('runs as nobody special, on a volume of that user', () => {
    expect(last('USER')).toBe('node');
    expect(last('ENV')).toContain(`DATA_DIR=${last('VOLUME')}`);
    expect(textsOf('RUN').at(-1)).toContain(`chown node:node ${last('VOLUME')}`);
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('its health check judges an answer of %i', async (status, exitCode) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const check = (): Promise<number> => exitCodeOf(commandOf(last('HEALTHCHECK')), port);
    const whileThere = await check();
    await new Promise((resolve) => server.close(resolve));
    expect([whileThere, await check()]).toEqual([exitCode, 1]);
    expect(asked).toEqual(['/health/ready']);
  });
});

function exitCodeOf([command = '', ...args]: readonly string[], port: number): Promise<number> {
  return new Promise((resolve) => {
    const child = execFile(command, args, { env: { ...process.env, PORT: String(port) } });
    child.once('exit', (code) => resolve(code ?? -1));
  });
}
