import { describe, expect, it } from '@jest/globals';
import { zipDirectory } from '../../../src/domain/insight/zip-directory.js';
import { zipOf } from '../../support/zip.js';
import fc from '../../support/properties.js';

describe('the directory of a zip archive', () => {
  it('names its files, also behind a comment', () => {
    const files = [{ name: 'invoice.pdf' }, { name: 'Verträge/neu.txt' }];
    const names = files.map(({ name }) => name);
    expect(zipDirectory(zipOf(files))).toEqual({ files: names, encrypted: false });
    expect(zipDirectory(zipOf(files, 'made by hand'))).toEqual({ files: names, encrypted: false });
  });

  it('says that one of them needs a password', () => {
    expect(zipDirectory(zipOf([{ name: 'a.txt' }, { name: 'b.txt', encrypted: true }]))?.encrypted).toBe(true);
  });

  it('is none of other bytes, whatever they are', () => {
    const zip = zipOf([{ name: 'a.txt' }]);
    expect(zipDirectory(Buffer.from('no archive'))).toBeUndefined();
    expect(zipDirectory(zip.subarray(1))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(zip.length), (noise, cut) => {
        zipDirectory(Buffer.concat([noise, zip.subarray(cut)]));
      }),
    );
  });
});
