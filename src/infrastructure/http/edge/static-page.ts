import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A page runs its own scripts and talks to its own origin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The dashboard shows a mail in a frame of this server, which has a policy of its own. */
export const dashboardPolicy = `${contentSecurityPolicy.replace("frame-src 'none'", "frame-src 'self'")}; manifest-src 'self'`;

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

const dashboardHeaders = { ...pageHeaders, 'content-security-policy': dashboardPolicy };

/** Files of the dashboard whose names stay from build to build. */
const unhashedFiles = ['scheme.js', 'icon.svg', 'manifest.webmanifest'];

const open = { config: { access: 'open' as const, isFile: true } };

/** The built API reference: one page at `/docs`, and its files below it. Both are asked for again at every visit. */
export async function serveReference(fastify: FastifyInstance, referenceDir: string): Promise<void> {
  // In a scope of its own, so that its files and those of the dashboard stay apart.
  await fastify.register(async (scope) => {
    await scope.register(fastifyStatic, { root: referenceDir, serve: false, index: false, dotfiles: 'ignore' });
    const unchanged = { cacheControl: false, maxAge: 0 };
    scope.get('/docs', open, (_request, reply) => reply.headers(pageHeaders).sendFile('index.html', unchanged));
    scope.get<{ Params: { file: string } }>('/docs/assets/:file', open, (request, reply) => {
      return reply.headers(pageHeaders).sendFile(`assets/${request.params.file}`, unchanged);
    });
  });
}

/**
 * The built dashboard: its one page at `/dashboard` and at every address below it, which the page reads itself, and its
 * files below `/dashboard/assets/`. Each file lies there compressed too. No address of the page is taken for a file.
 * `/` leads there.
 */
export async function serveDashboard(fastify: FastifyInstance, dashboardDir: string): Promise<void> {
  fastify.get('/', open, (_request, reply) => reply.headers(pageHeaders).redirect('/dashboard', 302));
  await fastify.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: dashboardDir,
      serve: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
    });
    const page = (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .headers({ ...dashboardHeaders, 'cache-control': 'no-cache' })
        .sendFile('index.html', { cacheControl: false });
    scope.get('/dashboard', open, page);
    scope.get('/dashboard/*', open, page);
    for (const file of unhashedFiles) {
      scope.get(`/dashboard/${file}`, open, (_request, reply) =>
        reply.headers({ ...dashboardHeaders, 'cache-control': 'no-cache' }).sendFile(file, { cacheControl: false }),
      );
    }
    scope.get<{ Params: { '*': string } }>('/dashboard/assets/*', open, (request, reply) =>
      reply.headers(dashboardHeaders).sendFile(`assets/${request.params['*']}`, { immutable: true, maxAge: '365d' }),
    );
  });
}
