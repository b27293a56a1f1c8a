import { describe, expect, it } from '@jest/globals';
import { adviceInWords } from '../../../src/application/sending-domain/records/advice-in-words.js';
import { expectedRecords } from '../../../src/application/sending-domain/records/expected-records.js';
import type { Advice } from '../../../src/application/sending-domain/records/finding.js';
import { adviceOfStored, storedFinding } from '../../../src/application/sending-domain/records/stored-finding.js';
import { sampleDomain, sampleSettings } from '../../support/published-domain.js';

const given: readonly Advice[] = [
  { code: 'not-published', nameServers: 'ns1.example.net' },
  { code: 'wrong-priority', found: 20 },
  { code: 'null-mx' },
  { code: 'stray-characters', characters: 'quotes' },
  { code: 'doubled-name', foundAt: 'send.example.com.example.com' },
  { code: 'unanswered', reason: 'timeout' },
];

describe('advice that a check wrote down', () => {
  it('reads in words as it did at the check', () => {
    const record = expectedRecords(sampleDomain, sampleSettings)[0]!;
    const stored = storedFinding({ key: record.key, status: 'different', found: [], advice: given });
    const read = stored.advice.map(adviceOfStored).filter((advice) => advice !== undefined);
    const words = read.map((advice) => adviceInWords(advice, record));
    expect(words).toEqual(given.map((advice) => adviceInWords(advice, record)));
    expect(words[1]).toBe('The priority is 20; set it to 10.');
  });

  it('is left out where only another version knows it, or a value that its words need is not there', () => {
    expect(adviceOfStored({ code: 'of-a-later-version', values: {} })).toBeUndefined();
    expect(adviceOfStored({ code: 'wrong-priority', values: {} })).toBeUndefined();
  });
});
