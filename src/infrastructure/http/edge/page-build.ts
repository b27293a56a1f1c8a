import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isOfPage } from './access.js';

/** Which build of the app this server serves: the name of its first script, which changes with everything that it loads. */
const header = 'x-posthorn-page';

/** Tells the page with each answer, so that one of an older build finds out. */
export function namePageBuild(fastify: FastifyInstance, dashboardDir: string): void {
  const build = buildIn(dashboardDir);
  if (build === undefined) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isOfPage(request.routeOptions.url)) void reply.header(header, build);
    done();
  });
}

function buildIn(dashboardDir: string): string | undefined {
  try {
    return /<script[^>]+src="(\/dashboard\/assets\/[^"]+)"/.exec(
      readFileSync(join(dashboardDir, 'index.html'), 'utf8'),
    )?.[1];
  } catch {
    // The app was not built.
    return undefined;
  }
}
