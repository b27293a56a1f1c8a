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
