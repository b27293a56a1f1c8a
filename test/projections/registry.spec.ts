import { domainsProjection } from '../../src/projections/domains/domains.projection.js';
import { distinct, projections } from '../../src/projections/registry.js';

describe('the registry of projections', () => {
  it('lists each projection once', () => {
    expect(projections.map(({ name, version }) => `${name}@${version}`)).toEqual([
      'emails@3',
      'api-keys@2',
      'domains@2',
      'pending@5',
      'usage@1',
      'logs@3',
      'metrics@3',
      'suppressions@2',
      'webhooks@2',
      'webhook-messages@2',
      'webhook-attempts@2',
      'webhook-progress@2',
      'memberships@1',
      'teams@1',
      'sessions@1',
      'invitations@1',
      'exports@1',
      'erasures@1',
      'access-audit@2',
    ]);
  });

  it('refuses two of one name and version, and takes a new version beside the old one', () => {
    expect(() => distinct([domainsProjection, { ...domainsProjection }])).toThrow('domains@2');
    expect(distinct([domainsProjection, { ...domainsProjection, version: 3 }])).toHaveLength(2);
  });
});
