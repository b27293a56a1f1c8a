// Writes the documents that are generated from the configuration schema. Needs a built `dist`.
import { writeFileSync } from 'node:fs';
import { renderConfigReference, renderEnvExample } from '../dist/infrastructure/config/render.js';

const root = new URL('../', import.meta.url);
writeFileSync(new URL('.env.example', root), renderEnvExample());
writeFileSync(new URL('docs/configuration.md', root), renderConfigReference());
