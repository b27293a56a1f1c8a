import type { Passkey, PasskeyQuestion, Passkeys } from '../../../application/ports/passkeys.js';
import type { RelyingParty } from './relying-party.js';
import { assertionSchema, registrationSchema } from './responses.js';

const name = 'Posthorn';
/** How long a browser waits for the device. */
const timeoutMs = 5 * 60_000;
const coseAlgorithms = { edDsa: -8, es256: -7, rs256: -257 };
const supportedAlgorithmIDs = Object.values(coseAlgorithms);

/** The library and its X.509 code are loaded when a passkey is first used. */
const library = () => import('@simplewebauthn/server');

/** `undefined`: this server has no passkeys. */
export function createPasskeys(relyingParty: RelyingParty | undefined): Passkeys {
  if (relyingParty === undefined) return unavailable;
  const { id: rpID, origin: expectedOrigin } = relyingParty;
  return {
    isAvailable: true,
    host: rpID,

    async askToRegister({ userId, account, name: displayName, existing }) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: name,
        rpID,
        userID: new TextEncoder().encode(userId),
        userName: account,
        userDisplayName: displayName,
        timeout: timeoutMs,
        attestationType: 'none',
        excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        supportedAlgorithmIDs,
      });
      return question(options);
    },

    async register(expectedChallenge, response) {
      const parsed = registrationSchema.safeParse(response);
      if (!parsed.success) return { refused: 'malformed' };
      const { verifyRegistrationResponse } = await library();
      const verified = await orUndefined(async () => {
        if (!(await isUnattested(parsed.data.response.attestationObject))) return undefined;
        return verifyRegistrationResponse({
          response: { ...parsed.data, clientExtensionResults: {} },
          expectedChallenge,
          expectedOrigin,
          expectedRPID: rpID,
          requireUserVerification: false,
          supportedAlgorithmIDs,
        });
      });
      const made = verified?.registrationInfo;
      if (made === undefined || made.credential.id !== parsed.data.id) return { refused: 'not-verified' };
      const { id, publicKey, counter } = made.credential;
      const { transports } = parsed.data.response;
      const passkey = { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
      return { passkey, userVerified: made.userVerified };
    },

    async askToSignIn() {
      const { generateAuthenticationOptions } = await library();
      // No list of credentials: it would show a caller which accounts have one.
      return question(await generateAuthenticationOptions({ rpID, timeout: timeoutMs, userVerification: 'preferred' }));
    },

    claimOf,

    async signIn(expectedChallenge, response, passkey) {
      const parsed = assertionSchema.safeParse(response);
      if (!parsed.success) return { refused: 'malformed' };
      if (parsed.data.id !== passkey.id) return { refused: 'not-verified' };
      const { verifyAuthenticationResponse } = await library();
      const verified = await orUndefined(() =>
        verifyAuthenticationResponse({
          response: { ...parsed.data, clientExtensionResults: {} },
          expectedChallenge,
          expectedOrigin,
          expectedRPID: rpID,
          requireUserVerification: false,
          credential: credentialOf(passkey),
        }),
      );
      if (verified?.verified !== true) return { refused: 'not-verified' };
      const { newCounter: counter, userVerified } = verified.authenticationInfo;
      return wentBack(passkey, counter) ? { refused: 'counter-went-back' } : { counter, userVerified };
    },
  };
}

function claimOf(response: unknown): ReturnType<Passkeys['claimOf']> {
  const parsed = assertionSchema.safeParse(response);
  if (!parsed.success) return undefined;
  const userId = Buffer.from(parsed.data.response.userHandle, 'base64url').toString('utf8');
  return { userId, passkeyId: parsed.data.id };
}

const unavailable: Passkeys = {
  isAvailable: false,
  host: null,
  askToRegister: () => Promise.reject(new Error('no passkeys under this address')),
  register: async () => ({ refused: 'not-verified' }),
  askToSignIn: () => Promise.reject(new Error('no passkeys under this address')),
  claimOf: () => undefined,
  signIn: async () => ({ refused: 'not-verified' }),
};

function question<Options extends { readonly challenge: string }>(options: Options): PasskeyQuestion {
  return { options: { ...options }, challenge: options.challenge };
}

/**
 * No attestation was asked for, so browsers send none, or the device's own signature. Of any other kind the library
 * would fetch the lists of revoked certificates, from wherever the answer says.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** Its counter is judged once the signature is known to be right. */
function credentialOf({ id, publicKey }: Passkey) {
  return { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 };
}

/** WebAuthn §7.2 step 22. */
function wentBack({ counter: before }: Passkey, counter: number): boolean {
  return (counter > 0 || before > 0) && counter <= before;
}

/** The library throws at whatever is not right; all of it comes from outside. */
async function orUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
