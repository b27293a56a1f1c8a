import { brand, type BrandSettings } from '../../src/domain/brand/brand.js';
import { specOf } from '../support/decider-spec.js';

const team = specOf(brand);
const change = (changed: Partial<BrandSettings>) => ({ type: 'ChangeBrand', change: changed }) as const;
const version = (number: number, settings: Partial<BrandSettings>) => ({
  type: 'BrandChanged' as const,
  data: { version: number, settings: { ...brand.initial.settings, ...settings } },
});
const social = [{ name: 'LinkedIn', url: 'https://linkedin.com/company/example' }];

it('has a version for each change, whole; what is not named stays', () => {
  team
    .given()
    .when(change({ color: '#0f766e' }))
    .then(version(1, { color: '#0f766e' }));
  team
    .given(version(1, { color: '#0f766e', social }))
    .when(change({ footerAddress: 'London' }))
    .then(version(2, { color: '#0f766e', social, footerAddress: 'London' }));
  team
    .given(version(1, { color: '#0f766e', social }))
    .when(change({ color: null, social: [] }))
    .then(version(2, {}));
});

it('stays as it is where nothing is another', () => {
  team
    .given()
    .when(change({ color: null, social: [] }))
    .thenNothing();
});
