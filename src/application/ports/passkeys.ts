/** What is kept of a passkey. Its private key never leaves the person's device. */
export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** The device's count of signatures, as last received; 0 where it does not count. */
  readonly counter: number;
  /** How a browser may reach it: hints. */
  readonly transports: readonly string[];
}

/** For `navigator.credentials`, as JSON; the answer must be to this challenge. */
export interface PasskeyQuestion {
  readonly options: Readonly<Record<string, unknown>>;
  /** To be kept by the server and used once. */
  readonly challenge: string;
}

/**
 * `malformed`: no answer of a browser. `not-verified`: another challenge, origin, relying party or key, or an
 * attestation that was not asked for. `counter-went-back`: two devices have the key (WebAuthn §6.1.1).
 */
type PasskeyRefusal = 'malformed' | 'not-verified' | 'counter-went-back';

interface PasskeyOwner {
  readonly userId: string;
  /** Shown by the device, to tell accounts apart. */
  readonly account: string;
  readonly name: string;
  /** Not to be made a second time on one device. */
  readonly existing: readonly Pick<Passkey, 'id' | 'transports'>[];
}

/**
 * WebAuthn Level 3, data in and data out: nothing is kept here. Passkeys are discoverable, so no address is typed
 * first. `userVerified`: the device has asked for a finger, a face or a PIN, which makes it two factors in one.
 */
export interface Passkeys {
  /** False where browsers have none for this server's address: over plain http, or under an IP address. */
  readonly isAvailable: boolean;
  /** The host name that those belong to that are made or used here; null where there are none. */
  readonly host: string | null;
  askToRegister(owner: PasskeyOwner): Promise<PasskeyQuestion>;
  register(
    challenge: string,
    response: unknown,
  ): Promise<{ readonly passkey: Passkey; readonly userVerified: boolean } | { readonly refused: PasskeyRefusal }>;
  askToSignIn(): Promise<PasskeyQuestion>;
  /** Whose passkey the answer claims to be, still unproven. */
  claimOf(response: unknown): { readonly userId: string; readonly passkeyId: string } | undefined;
  signIn(
    challenge: string,
    response: unknown,
    passkey: Passkey,
  ): Promise<{ readonly counter: number; readonly userVerified: boolean } | { readonly refused: PasskeyRefusal }>;
}
