import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { loadConfig } from '../../../src/infrastructure/config/config.js';
import { renderConfigReference, renderEnvExample } from '../../../src/infrastructure/config/render.js';

const committed = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

// After a change of the schema: npm run config:docs
describe('the documents made from the configuration schema', () => {
  it('are the committed ones', () => {
    expect(renderEnvExample()).toBe(committed('.env.example'));
    expect(renderConfigReference()).toBe(committed('docs/configuration.md'));
  });

  it('show the defaults that hold', () => {
    const switchedOn = renderEnvExample().replace(/^#(?=[A-Z])/gm, '');
    const env = parseEnv(switchedOn);
    expect(Object.keys(env)).toContain('RETRY_SCHEDULE_BULK');
    expect(loadConfig(env)).toEqual(loadConfig({}));
  });
});
