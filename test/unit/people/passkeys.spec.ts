import { generateKeyPairSync } from 'node:crypto';
import type { Passkey } from '../../../src/application/ports/passkeys.js';
import { createPasskeys } from '../../../src/infrastructure/people/passkeys/passkeys.js';
import { relyingPartyOf } from '../../../src/infrastructure/people/passkeys/relying-party.js';
import { SoftwareAuthenticator } from '../../support/software-authenticator.js';

const origin = 'https://mail.example.com:8443';
const rpId = 'mail.example.com';
const passkeys = createPasskeys(relyingPartyOf(origin));
const owner = { userId: '0195d6a0-0000-7000-8000-0000000000aa', account: 'a@example.com', name: 'A', existing: [] };

const registered = async (device: SoftwareAuthenticator): Promise<Passkey> => {
  const { options, challenge } = await passkeys.askToRegister(owner);
  const result = await passkeys.register(challenge, device.create(options));
  if ('refused' in result) throw new Error(result.refused);
  return result.passkey;
};

describe('making a passkey', () => {
  it('asks for one that the device keeps, and names those that are there', async () => {
    const { options } = await passkeys.askToRegister({ ...owner, existing: [{ id: 'AAAA', transports: ['usb'] }] });
    expect(options).toMatchObject({
      rp: { id: rpId },
      user: { name: 'a@example.com', displayName: 'A' },
      attestation: 'none',
      excludeCredentials: [{ id: 'AAAA', transports: ['usb'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
  });

  it.each([true, false])('takes the answer of a device that asked for a finger: %s', async (userVerified) => {
    const device = new SoftwareAuthenticator({ origin, rpId, userVerified });
    const { options, challenge } = await passkeys.askToRegister(owner);
    expect(await passkeys.register(challenge, device.create(options))).toEqual({
      passkey: {
        id: device.id.toString('base64url'),
        publicKey: expect.any(String),
        counter: 0,
        transports: ['internal'],
      },
      userVerified,
    });
  });

  it('refuses the answer to another question, of another origin and of another relying party', async () => {
    const device = new SoftwareAuthenticator({ origin, rpId });
    const { options, challenge } = await passkeys.askToRegister(owner);
    const later = await passkeys.askToRegister(owner);
    const refused = { refused: 'not-verified' };
    expect(await passkeys.register(later.challenge, device.create(options))).toEqual(refused);
    const elsewhere = device.create(options, { origin: 'https://evil.example' });
    expect(await passkeys.register(challenge, elsewhere)).toEqual(refused);
    expect(await passkeys.register(challenge, device.create(options, { rpId: 'example.com' }))).toEqual(refused);
  });

  it('refuses an attestation that was not asked for, and does not look at its certificates', async () => {
    const { options, challenge } = await passkeys.askToRegister(owner);
    for (const attestation of ['packed', 'android-safetynet', 'fido-u2f']) {
      const answer = new SoftwareAuthenticator({ origin, rpId }).create(options, { attestation });
      expect(await passkeys.register(challenge, answer)).toEqual({ refused: 'not-verified' });
    }
  });

  it.each([null, {}, 'text', { id: 'a', rawId: 'a', type: 'public-key', response: {} }])(
    'refuses what no browser sends: %j',
    async (response) => {
      expect(await passkeys.register('challenge', response)).toEqual({ refused: 'malformed' });
    },
  );
});

describe('signing in by a passkey', () => {
  it('names the person and proves it, for a challenge that does not show who has one', async () => {
    const device = new SoftwareAuthenticator({ origin, rpId });
    const passkey = await registered(device);
    const { options, challenge } = await passkeys.askToSignIn();
    expect(options).toMatchObject({ rpId, userVerification: 'preferred' });
    expect(options['allowCredentials'] ?? []).toEqual([]);
    const answer = device.get(options);
    expect(passkeys.claimOf(answer)).toEqual({ userId: owner.userId, passkeyId: passkey.id });
    expect(await passkeys.signIn(challenge, answer, passkey)).toEqual({ counter: 1, userVerified: true });
  });

  it('says when the device asked for nothing', async () => {
    const device = new SoftwareAuthenticator({ origin, rpId, userVerified: false });
    const passkey = await registered(device);
    const { options, challenge } = await passkeys.askToSignIn();
    expect(await passkeys.signIn(challenge, device.get(options), passkey)).toEqual({ counter: 1, userVerified: false });
  });

  it('refuses a replay, another origin, another relying party, another key and another passkey', async () => {
    const device = new SoftwareAuthenticator({ origin, rpId });
    const passkey = await registered(device);
    const { options, challenge } = await passkeys.askToSignIn();
    const { challenge: later } = await passkeys.askToSignIn();
    const refused = { refused: 'not-verified' };
    expect(await passkeys.signIn(later, device.get(options), passkey)).toEqual(refused);
    const elsewhere = device.get(options, { origin: 'https://mail.example.com' });
    expect(await passkeys.signIn(challenge, elsewhere, passkey)).toEqual(refused);
    expect(await passkeys.signIn(challenge, device.get(options, { rpId: 'evil.example' }), passkey)).toEqual(refused);
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await passkeys.signIn(challenge, device.get(options, { key }), passkey)).toEqual(refused);
    const other = await registered(new SoftwareAuthenticator({ origin, rpId }));
    expect(await passkeys.signIn(challenge, device.get(options), other)).toEqual(refused);
  });

  it('refuses a counter that goes back or stands still, and takes devices that never count', async () => {
    const device = new SoftwareAuthenticator({ origin, rpId });
    const passkey = await registered(device);
    const { options, challenge } = await passkeys.askToSignIn();
    const signInAt = (counter: number) => {
      device.counter = counter;
      return passkeys.signIn(challenge, device.get(options, { countsBy: 0 }), { ...passkey, counter: 7 });
    };
    for (const counter of [0, 6, 7]) expect(await signInAt(counter)).toEqual({ refused: 'counter-went-back' });
    expect(await signInAt(8)).toMatchObject({ counter: 8 });
    device.counter = 0;
    expect(await passkeys.signIn(challenge, device.get(options, { countsBy: 0 }), passkey)).toMatchObject({
      counter: 0,
    });
  });

  it('refuses what no browser sends', async () => {
    const passkey = await registered(new SoftwareAuthenticator({ origin, rpId }));
    expect(passkeys.claimOf({})).toBeUndefined();
    expect(await passkeys.signIn('challenge', {}, passkey)).toEqual({ refused: 'malformed' });
  });
});

describe("a page that shows this dashboard's question in a frame of another site", () => {
  it.each([{ crossOrigin: true }, { crossOrigin: 'yes' }, { topOrigin: 'https://evil.example' }])(
    'makes no passkey and signs nobody in: %j',
    async (clientData) => {
      const device = new SoftwareAuthenticator({ origin, rpId });
      const passkey = await registered(device);
      const asked = await passkeys.askToRegister(owner);
      const refused = { refused: 'malformed' };
      expect(await passkeys.register(asked.challenge, device.create(asked.options, { clientData }))).toEqual(refused);
      const { options, challenge } = await passkeys.askToSignIn();
      const answer = device.get(options, { clientData });
      expect(passkeys.claimOf(answer)).toBeUndefined();
      expect(await passkeys.signIn(challenge, answer, passkey)).toEqual(refused);
    },
  );

  it('is not assumed where the browser says nothing', async () => {
    const device = new SoftwareAuthenticator({ origin, rpId, clientData: { crossOrigin: undefined } });
    await registered(device);
  });
});

describe('where passkeys are', () => {
  it.each([
    ['https://mail.example.com', { id: 'mail.example.com', origin: 'https://mail.example.com' }],
    ['https://mail.example.com:8443/path', { id: 'mail.example.com', origin: 'https://mail.example.com:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://mail.example.com', undefined],
    ['https://192.0.2.1', undefined],
    ['http://127.0.0.1:3000', undefined],
    ['https://[2001:db8::1]', undefined],
  ])('%s', (publicUrl, relyingParty) => {
    expect(relyingPartyOf(publicUrl)).toEqual(relyingParty);
    expect(createPasskeys(relyingPartyOf(publicUrl)).isAvailable).toBe(relyingParty !== undefined);
  });
});
