import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dashboardPolicy } from '../../../src/infrastructure/http/edge/static-page.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

const html = '<!doctype html><title>Posthorn</title>';
const script = 'export {};'.repeat(20);
let server: HttpServer;
let dashboardDir: string;

beforeAll(async () => {
  dashboardDir = await mkdtemp(join(tmpdir(), 'posthorn-dashboard-'));
  await mkdir(join(dashboardDir, 'assets'));
  for (const [file, content] of [
    ['index.html', html],
    ['scheme.js', script],
    ['manifest.webmanifest', '{}'],
    ['assets/main-1.js', script],
  ] as const) {
    await writeFile(join(dashboardDir, file), content);
    await writeFile(join(dashboardDir, `${file}.br`), brotliCompressSync(content));
    await writeFile(join(dashboardDir, `${file}.gz`), gzipSync(content));
  }
  server = await startHttpServer({ dashboardDir });
});
afterAll(async () => {
  await server.close();
  await rm(dashboardDir, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

describe('the page at /dashboard', () => {
  it.each([
    '/dashboard',
    '/dashboard/',
    '/dashboard/api-keys',
    '/dashboard/settings/profile?x=1',
    '/dashboard/assets/',
  ])('is one page at %s, under a policy without inline scripts', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(html);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('content-security-policy')).toBe(dashboardPolicy);
    expect(dashboardPolicy).toContain("script-src 'self';");
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('is where the root of the server leads to, and nowhere without it', async () => {
    const root = await fetch(`${server.url}/`, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/dashboard']);
    const bare = await startHttpServer();
    expect(await bare.call('GET', '/', { key: null })).toMatchObject({ status: 404, body: { name: 'not_found' } });
    await bare.close();
  });

  it('is asked for again at each visit, and sent only where it has changed', async () => {
    const etag = (await get('/dashboard')).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await get('/dashboard', { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304);
  });

  it('keeps files for ever whose names change with their content', async () => {
    const answer = await get('/dashboard/assets/main-1.js');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(script);
    for (const file of ['scheme.js', 'manifest.webmanifest']) {
      expect((await get(`/dashboard/${file}`)).headers.get('cache-control')).toBe('no-cache');
    }
    expect((await get('/dashboard')).headers.get('content-security-policy')).toContain("manifest-src 'self'");
  });

  it.each(['br', 'gzip'])('is sent compressed as %s to who takes it', async (encoding) => {
    const answer = await get('/dashboard/assets/main-1.js', { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await answer.text()).toBe(script);
  });

  it.each([
    '/dashboard/assets/gone-2.js',
    '/dashboard/assets/..%2findex.html',
    '/dashboard/assets/%2e%2e/%2e%2e/package.json',
  ])('has no file at %s', async (path) => {
    expect((await get(path)).status).toBeGreaterThanOrEqual(400);
  });
});
