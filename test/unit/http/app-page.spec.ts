import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appContentSecurityPolicy } from '../../../src/infrastructure/http/edge/static-page.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

const html = '<!doctype html><title>Posthorn</title>';
const script = 'export {};'.repeat(20);
let server: HttpServer;
let appDir: string;

beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'posthorn-app-'));
  await mkdir(join(appDir, 'assets'));
  for (const [file, content] of [
    ['index.html', html],
    ['scheme.js', script],
    ['assets/main-1.js', script],
  ] as const) {
    await writeFile(join(appDir, file), content);
    await writeFile(join(appDir, `${file}.br`), brotliCompressSync(content));
    await writeFile(join(appDir, `${file}.gz`), gzipSync(content));
  }
  server = await startHttpServer({ appDir });
});
afterAll(async () => {
  await server.close();
  await rm(appDir, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

describe('the app at /dashboard', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/api-keys', '/dashboard/settings/profile?x=1'])(
    'is one page at %s, under a policy without inline scripts',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(html);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.get('content-security-policy')).toBe(appContentSecurityPolicy);
      expect(appContentSecurityPolicy).toContain("script-src 'self';");
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('is asked for again at each visit, and sent only where it has changed', async () => {
    const etag = (await get('/dashboard')).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await get('/dashboard', { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304);
  });

  it('keeps files for ever whose names change with their content', async () => {
    const answer = await get('/dashboard/assets/main-1.js');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(script);
    expect((await get('/dashboard/scheme.js')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['br', 'gzip'])('is sent compressed as %s to who takes it', async (encoding) => {
    const answer = await get('/dashboard/assets/main-1.js', { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await answer.text()).toBe(script);
  });

  it.each(['/dashboard/assets/gone-2.js', '/dashboard/assets/..%2findex.html', '/dashboard/assets/'])(
    'has no file at %s',
    async (path) => {
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
    },
  );
});
