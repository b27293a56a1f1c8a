import { z } from 'zod';
import { issuer, notes, providerUrl, text } from '../fields/fields.js';

export const signInFields = {
  OIDC_ISSUER: issuer.optional().register(notes, {
    says: "The issuer URL of an OpenID Connect provider that users can sign in with. The server discovers the provider's endpoints at this URL, and the `iss` of the provider's responses must equal this URL.",
    unset: 'none',
  }),
  OIDC_CLIENT_ID: text.optional().register(notes, {
    says: 'The client ID of this server at the OpenID Connect provider. The redirect URL is PUBLIC_URL/dashboard-api/sign-in/providers/oidc/callback.',
    unset: 'none',
  }),
  OIDC_CLIENT_SECRET: text
    .optional()
    .register(notes, { says: 'The client secret that belongs to the client ID.', unset: 'none' }),
  OIDC_CLIENT_SECRET_FILE: text.optional().register(notes, {
    says: 'The file that contains the value of OIDC_CLIENT_SECRET.',
    unset: 'none',
  }),
  OIDC_NAME: text
    .prefault('Single sign-on')
    .register(notes, { says: "The label of the provider's button on the sign-in page." }),
  GOOGLE_CLIENT_ID: text.optional().register(notes, {
    says: 'The client ID of this server at Google. The redirect URL is PUBLIC_URL/dashboard-api/sign-in/providers/google/callback.',
    unset: "none; users can't sign in with Google",
  }),
  GOOGLE_CLIENT_SECRET: text
    .optional()
    .register(notes, { says: 'The client secret that belongs to the client ID.', unset: 'none' }),
  GOOGLE_CLIENT_SECRET_FILE: text.optional().register(notes, {
    says: 'The file that contains the value of GOOGLE_CLIENT_SECRET.',
    unset: 'none',
  }),
  GITHUB_CLIENT_ID: text.optional().register(notes, {
    says: 'The client ID of this server at GitHub. The redirect URL is PUBLIC_URL/dashboard-api/sign-in/providers/github/callback.',
    unset: "none; users can't sign in with GitHub",
  }),
  GITHUB_CLIENT_SECRET: text
    .optional()
    .register(notes, { says: 'The client secret that belongs to the client ID.', unset: 'none' }),
  GITHUB_CLIENT_SECRET_FILE: text.optional().register(notes, {
    says: 'The file that contains the value of GITHUB_CLIENT_SECRET.',
    unset: 'none',
  }),
  GITHUB_URL: providerUrl
    .prefault('https://github.com')
    .register(notes, { says: 'The URL of GitHub. Change it if you use a GitHub Enterprise Server.' }),
};

const schema = z.object(signInFields);

/** A provider that is null is not offered for sign-in. */
export function identityProvidersOf(chosen: z.output<typeof schema>) {
  const client = (clientId: string | undefined, clientSecret: string | undefined, name: string) =>
    clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret, name };
  const oidc = client(chosen.OIDC_CLIENT_ID, chosen.OIDC_CLIENT_SECRET, chosen.OIDC_NAME);
  const github = client(chosen.GITHUB_CLIENT_ID, chosen.GITHUB_CLIENT_SECRET, 'GitHub');
  const issuer = chosen.OIDC_ISSUER;
  return {
    oidc: oidc === null || issuer === undefined ? null : { ...oidc, issuer },
    google: client(chosen.GOOGLE_CLIENT_ID, chosen.GOOGLE_CLIENT_SECRET, 'Google'),
    github: github === null ? null : { ...github, url: chosen.GITHUB_URL },
  };
}
