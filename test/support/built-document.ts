import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The OpenAPI document as clients read it, a copy for each caller. It is built once in a run: what it is built from is
 * most of the program, and each file of `test/api` checks its answers by it.
 */
export async function builtDocument(): Promise<Record<string, unknown>> {
  const run = process.env['POSTHORN_TEMPLATES'];
  const file = run === undefined ? undefined : join(run, 'openapi.json');
  if (file !== undefined && existsSync(file)) return parsed(readFileSync(file, 'utf8'));
  const text = await build();
  if (file !== undefined) {
    // Whole or not there.
    writeFileSync(`${file}-${process.pid}`, text);
    renameSync(`${file}-${process.pid}`, file);
  }
  return parsed(text);
}

async function build(): Promise<string> {
  const [{ operations }, { openApiDocument }] = await Promise.all([
    import('../../src/programs/server/edge.js'),
    import('../../src/infrastructure/http/openapi/document.js'),
  ]);
  return JSON.stringify(openApiDocument(operations, 'http://127.0.0.1:3000'));
}

const parsed = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
