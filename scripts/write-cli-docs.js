// Writes the reference in docs/cli.md from the commands of `posthorn`. Needs a built `dist`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createProgram } from '../dist/programs/cli/program.js';
import { referenceHeading, referenceOf } from '../dist/programs/cli/help/reference.js';
import { treeOf } from '../dist/programs/cli/help/tree.js';

const nothing = async () => undefined;
const runs = { onInstallation: nothing, asClient: nothing, confirm: nothing };
const program = createProgram(runs, { out: () => undefined, error: () => undefined });
const page = new URL('../docs/cli.md', import.meta.url);
const [prose = ''] = readFileSync(page, 'utf8').split(referenceHeading);
writeFileSync(page, prose + referenceOf(treeOf(program)));
