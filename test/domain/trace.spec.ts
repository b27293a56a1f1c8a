import { readTraceparent, spanIdOf, traceIdOf, traceOfEmail, writeTraceparent } from '../../src/domain/shared/trace.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const emailId = '0195523f-1c00-7abc-8def-0123456789ab';

describe('a traceparent', () => {
  it.each([
    ['sampled', `00-${traceId}-${parentId}-01`, true],
    ['not sampled', `00-${traceId}-${parentId}-00`, false],
    ['with flags of later levels', `00-${traceId}-${parentId}-03`, true],
    ['of a later version', `cc-${traceId}-${parentId}-01`, true],
    ['of a later version with more behind it', `01-${traceId}-${parentId}-00-more`, false],
  ])('%s is read', (_what, text, isSampled) => {
    expect(readTraceparent(text)).toStrictEqual({ traceId, parentId, isSampled });
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['of the version that is none', `ff-${traceId}-${parentId}-01`],
    ['with more behind it in version 00', `00-${traceId}-${parentId}-01-more`],
    ['in capitals', `00-${traceId.toUpperCase()}-${parentId}-01`],
    ['with a trace id of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
    ['with a parent id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['too short', `00-${traceId.slice(1)}-${parentId}-01`],
    ['without flags', `00-${traceId}-${parentId}`],
    ['sent twice', `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`],
  ])('%s is ignored', (_what, text) => {
    expect(readTraceparent(text)).toBeUndefined();
  });

  it('is written so that it is read again', () => {
    expect(writeTraceparent(traceId, parentId, false)).toBe(`00-${traceId}-${parentId}-00`);
  });
});

describe('the trace of an email', () => {
  it('is its own where its request belongs to none', () => {
    expect(traceIdOf(emailId)).toBe('0195523f1c007abc8def0123456789ab');
    expect(spanIdOf(emailId)).toBe('8def0123456789ab');
    expect(traceOfEmail(emailId, undefined)).toStrictEqual({
      traceId: '0195523f1c007abc8def0123456789ab',
      parentId: null,
      isSampled: null,
    });
  });

  it("is its request's otherwise", () => {
    expect(traceOfEmail(emailId, `00-${traceId}-${parentId}-00`)).toStrictEqual({
      traceId,
      parentId,
      isSampled: false,
    });
  });
});
