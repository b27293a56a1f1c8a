import { tlsaRecords } from '../../../src/programs/cli/zone-file.js';
import { mailPki } from '../../support/mail-pki.js';

describe('the TLSA records that are to be published', () => {
  it('name the key of the first certificate, once for each mail host', () => {
    const { certificate, authority } = mailPki;
    // openssl x509 -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256
    const value = '3 1 1 44df97fe6dc7bb348f0e179efab1946236cd35c294610abf01fa363fa9af836f';
    expect(tlsaRecords(['mx.one.test', 'mx.one.test', 'in.one.test'], `${certificate}${authority}`)).toEqual([
      { name: '_25._tcp.mx.one.test', value },
      { name: '_25._tcp.in.one.test', value },
    ]);
  });
});
