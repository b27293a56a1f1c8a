import { readDotEnv } from '../../../src/infrastructure/config/dot-env.js';
import { effectiveSettings } from '../../../src/infrastructure/config/effective.js';

describe('the settings in force', () => {
  const dotEnv = { ...readDotEnv('# mine\nPORT=4000\nLOG_LEVEL=debug\nHOST=\n'), mode: 0o600 };
  const environment = {
    LOG_LEVEL: 'warn',
    MASTER_KEY: '01'.repeat(32),
    RELAY_URL: 'smtp://ann:secret@relay.example.com:587/?pool=1',
    METRICS_TOKEN: 'a-secret-token',
  };
  const all = effectiveSettings({ settings: { ...dotEnv.values, ...environment }, environment, dotEnv });
  const settingOf = (name: string) => all.find((setting) => setting.name === name);

  it.each([
    ['PORT', '4000', '.env line 2'],
    ['LOG_LEVEL', 'warn', 'environment'],
    ['MASTER_KEY', '(set, not shown)', 'environment'],
    ['METRICS_TOKEN', '(set, not shown)', 'environment'],
    ['RELAY_URL', 'smtp://***@relay.example.com:587', 'environment'],
    ['DELIVERY_MODE', 'capture', 'default'],
    ['OIDC_ISSUER', null, 'default'],
  ])('%s is %s, from %s', (name, value, source) => {
    expect(settingOf(name)).toEqual({ name, value, source });
  });

  it('an empty value counts as unset', () => {
    expect(settingOf('HOST')).toMatchObject({ source: 'default' });
  });

  it('no secret is among them', () => {
    expect(JSON.stringify(all)).not.toMatch(/secret@|0101|a-secret-token|pool=1/);
  });
});
