import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

export interface AuthenticatorOptions {
  readonly origin: string;
  readonly rpId: string;
  readonly userVerified?: boolean;
  /** How far the counter goes with each signature; 0 for a device that does not count. */
  readonly countsBy?: number;
  /** What the browser adds to its client data, or says otherwise. */
  readonly clientData?: object;
}

type Question = Readonly<Record<string, unknown>>;

/** A passkey's device and the browser in front of it, written from WebAuthn §6 and RFC 8949: ES256, no attestation. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  userHandle = '';
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(private readonly options: AuthenticatorOptions) {}

  /** `navigator.credentials.create()`. */
  create(question: Question, changed: Partial<AuthenticatorOptions> & { readonly attestation?: string } = {}): object {
    const options = { ...this.options, ...changed };
    // The shape of WebAuthn §5.4: a question that lacks it fails the test here.
    const { id: handle } = question['user'] as { readonly id: string };
    this.userHandle = handle;
    const clientData = clientDataOf('webauthn.create', question, options);
    const attestation = [
      cbor('fmt'),
      cbor(options.attestation ?? 'none'),
      cbor('attStmt'),
      options.attestation === undefined
        ? head(5, 0)
        : Buffer.concat([head(5, 1), cbor('x5c'), head(4, 1), cbor(Buffer.from('certificate'))]),
      cbor('authData'),
      cbor(Buffer.concat([this.authenticatorData(options, flags.attested), this.attestedCredential()])),
    ];
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: Buffer.concat([head(5, 3), ...attestation]).toString('base64url'),
      transports: ['internal', 'from-the-future'],
    });
  }

  /** `navigator.credentials.get()`. */
  get(question: Question, changed: Partial<AuthenticatorOptions> & { readonly key?: KeyObject } = {}): object {
    const options = { ...this.options, ...changed };
    this.counter += options.countsBy ?? 1;
    const clientData = clientDataOf('webauthn.get', question, options);
    const authenticatorData = this.authenticatorData(options, 0);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, changed.key ?? this.keys.privateKey).toString('base64url'),
      userHandle: this.userHandle,
    });
  }

  private credential(response: object): object {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private authenticatorData({ rpId, userVerified = true }: AuthenticatorOptions, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const set = flags.userPresent | (userVerified ? flags.userVerified : 0) | more;
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([set]), counter]);
  }

  /** WebAuthn §6.5.1, with a COSE key of RFC 9053 §7.1.1. */
  private attestedCredential(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = [
      [cbor(1), cbor(2)],
      [cbor(3), cbor(-7)],
      [cbor(-1), cbor(1)],
      [cbor(-2), cbor(Buffer.from(x, 'base64url'))],
      [cbor(-3), cbor(Buffer.from(y, 'base64url'))],
    ].flat();
    const length = Buffer.from([this.id.length >> 8, this.id.length & 0xff]);
    return Buffer.concat([Buffer.alloc(16), length, this.id, head(5, 5), ...key]);
  }
}

function clientDataOf(type: string, question: Question, { origin, clientData }: AuthenticatorOptions): Buffer {
  const data = { type, challenge: question['challenge'], origin, crossOrigin: false, ...clientData };
  return Buffer.from(JSON.stringify(data));
}

function cbor(value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  const bytes = Buffer.from(value);
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

/** RFC 8949 §3: the major type and its number. */
function head(majorType: number, value: number): Buffer {
  const type = majorType << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 0x100) return Buffer.from([type | 24, value]);
  return Buffer.from([type | 25, value >> 8, value & 0xff]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
