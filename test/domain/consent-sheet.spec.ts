import { consentSheet } from '../../src/domain/consent-sheet/consent-sheet.js';
import { specOf } from '../support/decider-spec.js';

const { given } = specOf(consentSheet);
const issued = { teamId: 'a', contactIds: ['c'], facts: 2, commitment: 'hash' } as const;

describe('a sheet of consent', () => {
  it('is issued once', () => {
    const event = { type: 'ConsentSheetIssued', data: issued } as const;
    given().when({ type: 'IssueSheet', issued }).then(event);
    given(event)
      .when({ type: 'IssueSheet', issued: { ...issued, commitment: 'another' } })
      .thenNothing();
  });
});
