import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { access, type Json, profile } from './api/changes';
import type { SignIn } from './api/documents';

/** Browsers have passkeys where the page came over https, or from this machine. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** The person, or the browser, ended it. */
export class PasskeyNotUsed extends Error {}

const load = () => import('@simplewebauthn/browser');

/** Rejects with `PasskeyNotUsed` or `ApiProblem`. */
export async function signInByPasskey(): Promise<SignIn> {
  return access.passkey(await askForPasskey());
}

/** What the person's device says, for a request that takes it. Rejects with `PasskeyNotUsed` or `ApiProblem`. */
export async function askForPasskey(): Promise<Json> {
  const { options } = await access.passkeyOptions();
  const { startAuthentication } = await load();
  // The shape is WebAuthn's, and the browser reads it.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await unlessStopped(startAuthentication({ optionsJSON }))) };
}

/** Rejects with `PasskeyNotUsed` or `ApiProblem`. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await profile.passkeyOptions();
  const { startRegistration } = await load();
  // As above.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  await profile.addPasskey({ name, response: { ...(await unlessStopped(startRegistration({ optionsJSON }))) } });
}

function unlessStopped<Response>(response: Promise<Response>): Promise<Response> {
  return response.catch((error: unknown) => {
    throw new PasskeyNotUsed('the browser gave no passkey', { cause: error });
  });
}
