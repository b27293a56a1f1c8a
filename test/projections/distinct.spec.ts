import { domainsProjection } from '../../src/projections/domains/domains.projection.js';
import { distinct } from '../../src/projections/shared/projection.js';

describe('the list of projections', () => {
  it('refuses two of one name and version, and takes a new version beside the old one', () => {
    expect(() => distinct([domainsProjection, { ...domainsProjection }])).toThrow('domains@3');
    expect(distinct([domainsProjection, { ...domainsProjection, version: 4 }])).toHaveLength(2);
  });
});
