import { parseScheduledTime } from '../../../src/infrastructure/http/emails/body/scheduled-time.js';
import fc from '../../support/properties.js';

// A Saturday.
const now = Date.parse('2026-11-21T07:14:05.250Z');
const read = (text: string): string | undefined => parseScheduledTime(text, now)?.toISOString();

describe('an ISO 8601 time', () => {
  it.each([
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00:00.123456Z', '2026-12-01T10:00:00.123Z'],
    ['2026-12-01T10:00:00.5+02:00', '2026-12-01T08:00:00.500Z'],
    ['2026-12-01T10:00-0330', '2026-12-01T13:30:00.000Z'],
    ['2026-12-01t10:00z', '2026-12-01T10:00:00.000Z'],
    ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is in UTC without a zone', () => {
    expect(read('2026-12-01T10:00:00')).toBe('2026-12-01T10:00:00.000Z');
  });

  it('may be in the form in which answers show it', () => {
    expect(read('2026-12-01 10:00:00.678000+00')).toBe('2026-12-01T10:00:00.678Z');
  });

  it.each([
    '2026-02-30T10:00:00Z',
    '2027-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T10:60:00Z',
    '2026-12-01T10:00:61Z',
    '2026-12-01T10:00:00+15:00',
    '2026-12-01T10:00:00+02:60',
  ])('%s is none', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('is the moment that the platform writes in that form', () => {
    const moments = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(fc.property(moments, (moment) => expect(read(moment.toISOString())).toBe(moment.toISOString())));
  });
});

describe('an English phrase', () => {
  it.each([
    ['in 1 min', '2026-11-21T07:15:05.250Z'],
    ['In 5 Minutes.', '2026-11-21T07:19:05.250Z'],
    ['in an hour', '2026-11-21T08:14:05.250Z'],
    ['in 1 hour and 30 minutes', '2026-11-21T08:44:05.250Z'],
    ['2 hours from now', '2026-11-21T09:14:05.250Z'],
    ['in 2 days', '2026-11-23T07:14:05.250Z'],
    ['tomorrow at 9am', '2026-11-22T09:00:00.000Z'],
    ['9am tomorrow', '2026-11-22T09:00:00.000Z'],
    ['tomorrow noon', '2026-11-22T12:00:00.000Z'],
    ['at noon', '2026-11-21T12:00:00.000Z'],
    ['tonight at 9', '2026-11-21T21:00:00.000Z'],
    ['tonight at midnight', '2026-11-22T00:00:00.000Z'],
    ['midnight tonight EST', '2026-11-22T05:00:00.000Z'],
    ['tonight at 12:30', '2026-11-22T00:30:00.000Z'],
    ['tonight at 1am', '2026-11-22T01:00:00.000Z'],
    ['Tomorrow night at midnight', '2026-11-23T00:00:00.000Z'],
    ['next friday at 10:00', '2026-11-27T10:00:00.000Z'],
    ['December 5 at 10am', '2026-12-05T10:00:00.000Z'],
    ['2026-12-01 at 9am', '2026-12-01T09:00:00.000Z'],
    ['now', '2026-11-21T07:14:05.250Z'],
  ])('"%s" is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is in UTC unless it names a zone', () => {
    expect(read('tomorrow at 9am UTC')).toBe('2026-11-22T09:00:00.000Z');
    expect(read('tomorrow at 9am +02:00')).toBe('2026-11-22T07:00:00.000Z');
  });

  it('names the next such time of day, and a past one only where it says so', () => {
    expect(read('at 5am')).toBe('2026-11-22T05:00:00.000Z');
    expect(read('today at 5am')).toBe('2026-11-21T05:00:00.000Z');
    expect(read('5 minutes ago')).toBe('2026-11-21T07:09:05.250Z');
  });

  it.each([
    ['no time at all', 'soon'],
    ['a number', '3'],
    ['a day without a time', 'tomorrow'],
    ['a weekday without a time', 'friday'],
    ['a date without a time', '2026-12-01'],
    ['a month', 'may'],
    ['a date that reads in two ways', '05/06/2026 at 10am'],
    ['a date that reads in two ways, with dots', '05.06.2026 at 10:00'],
    ['two times', 'tomorrow at 9am and friday at 9am'],
    ['a span', 'tomorrow from 9am to 10am'],
    ['more than a time', 'in 5 minutes please'],
    ['a word that changes it', 'not tomorrow at 9am'],
    ['a time that no day has', 'tomorrow at 25:00'],
    ['a year that no clock has', 'in 99999999999 years'],
    ['markup', '<b>in 1 min</b>'],
  ])('is refused where it is %s: "%s"', (_what, text) => {
    expect(read(text)).toBeUndefined();
  });

  it('is read without an error, and soon, whatever it says', () => {
    const word = fc.constantFrom(
      'in',
      'at',
      '1',
      '99',
      'min',
      'tomorrow',
      'friday',
      'next',
      'am',
      '9',
      ':',
      '-',
      '+02:00',
      'and',
      '🦉',
    );
    const phrases = fc.oneof(
      fc.string({ maxLength: 100 }),
      fc.array(word, { maxLength: 20 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(phrases, (phrase) => {
        const moment = parseScheduledTime(phrase.slice(0, 100), now);
        expect(moment === undefined || !Number.isNaN(moment.getTime())).toBe(true);
      }),
    );
  });
});
