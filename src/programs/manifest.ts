import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};

/** The version of this program, and the oldest Node that it runs on. */
export const programVersion = manifest.version;
export const leastNodeVersion = manifest.engines.node.replace(/^\D+/, '');
