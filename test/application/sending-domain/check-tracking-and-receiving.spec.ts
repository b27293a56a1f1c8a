import { type Case, describeCases, unpublished, useCheckedZone } from './record-cases.js';

const cases: readonly Case[] = [
  ['nothing', { 'links.example.com': null }, 'tracking-cname', 'missing', [unpublished]],
  [
    'addresses instead of the CNAME',
    { 'links.example.com': { CNAME: [], A: ['192.0.2.80'] } },
    'tracking-cname',
    'missing',
    [{ code: 'flattened-cname', address: '192.0.2.80' }],
    /proxy/,
  ],
  [
    'a CNAME to another region',
    { 'links.example.com': { CNAME: ['links.us-east-1.posthorn.test'] } },
    'tracking-cname',
    'different',
    [{ code: 'other-region', region: 'us-east-1' }],
  ],
  [
    'a CNAME to elsewhere',
    { 'links.example.com': { CNAME: ['shop.example.net'] } },
    'tracking-cname',
    'different',
    [{ code: 'wrong-value' }],
  ],
  [
    'mail that goes elsewhere first',
    {
      'example.com': {
        MX: [
          [1, 'mx.example.net'],
          [10, 'in.eu-west-1.posthorn.test'],
        ],
      },
    },
    'receiving-mx',
    'different',
    [{ code: 'other-mx-first', exchange: 'mx.example.net' }],
  ],
];

const links = 'links.example.com';
const target = 'links.eu-west-1.posthorn.test';
const authority = 'authority.example.net';
const inTheWay = { code: 'caa-in-the-way', authority } as const;

const certificates: readonly Case[] = [
  [
    'an authority that may not issue',
    { 'example.com': { CAA: [[0, 'issue', 'other.example.net']] } },
    'tracking-caa:example.com',
    'different',
    [inTheWay],
    /CAA records at example\.com do not let authority\.example\.net/,
  ],
  [
    'that nobody may issue',
    { 'example.com': { CAA: [[0, 'issue', ';']] } },
    'tracking-caa:example.com',
    'different',
    [inTheWay],
  ],
  [
    'that the authority may issue too, whatever its parameters',
    {
      'example.com': {
        CAA: [
          [0, 'issue', 'other.example.net'],
          [0, 'issue', 'Authority.example.net; validationmethods=http-01'],
        ],
      },
    },
    'tracking-caa:example.com',
    'verified',
    [],
  ],
  [
    'records where the alias leads to, which come before those above the name',
    { [target]: { CAA: [[0, 'issue', 'other.example.net']] }, 'example.com': { CAA: [[0, 'issue', authority]] } },
    `tracking-caa:${target}`,
    'different',
    [inTheWay],
  ],
];

describeCases('tracking and receiving', cases);
describeCases('who may issue the certificate of the tracking subdomain', certificates);

describe('CAA records', () => {
  const zone = useCheckedZone();
  const ofCaa = async () => (await zone().checkAll()).filter(({ key }) => key.startsWith('tracking-caa'));

  it('are asked for nowhere, where nobody is kept from issuing', async () => {
    expect(await ofCaa()).toEqual([]);
    zone().change({
      'example.com': {
        CAA: [
          [0, 'iodef', 'mailto:security@example.com'],
          [0, 'issuewild', ';'],
        ],
      },
    });
    expect(await ofCaa()).toEqual([]);
  });

  it('count where they are closest: those of the name before those above it', async () => {
    zone().change({
      [links]: { CNAME: [], A: ['192.0.2.80'], CAA: [[0, 'issue', authority]] },
      'example.com': { CAA: [[0, 'issue', 'other.example.net']] },
    });
    expect(await ofCaa()).toMatchObject([
      { key: `tracking-caa:${links}`, status: 'verified', found: [`0 issue "${authority}"`] },
    ]);
  });
});
