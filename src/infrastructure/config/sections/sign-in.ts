import { issuer, notes, providerUrl, text } from '../fields/fields.js';

export const signInFields = {
  OIDC_ISSUER: issuer.optional().register(notes, {
    says: 'The OpenID Connect provider that people may sign in by; its endpoints are found below this address, and its answers carry it as `iss`.',
    unset: 'none',
  }),
  OIDC_CLIENT_ID: text.optional().register(notes, {
    says: 'The name under which that provider knows this server; its redirect address is PUBLIC_URL/dashboard-api/sign-in/providers/oidc/callback.',
    unset: 'none',
  }),
  OIDC_CLIENT_SECRET: text.optional().register(notes, { says: 'The secret to it.', unset: 'none' }),
  OIDC_CLIENT_SECRET_FILE: text.optional().register(notes, {
    says: 'A file that OIDC_CLIENT_SECRET is read from.',
    unset: 'none',
  }),
  OIDC_NAME: text.prefault('Single sign-on').register(notes, { says: "What the provider's button says." }),
  GOOGLE_CLIENT_ID: text.optional().register(notes, {
    says: 'The name under which Google knows this server; its redirect address is PUBLIC_URL/dashboard-api/sign-in/providers/google/callback.',
    unset: 'Google is not offered for sign-in',
  }),
  GOOGLE_CLIENT_SECRET: text.optional().register(notes, { says: 'The secret to it.', unset: 'none' }),
  GOOGLE_CLIENT_SECRET_FILE: text.optional().register(notes, {
    says: 'A file that GOOGLE_CLIENT_SECRET is read from.',
    unset: 'none',
  }),
  GITHUB_CLIENT_ID: text.optional().register(notes, {
    says: 'The name under which GitHub knows this server; its redirect address is PUBLIC_URL/dashboard-api/sign-in/providers/github/callback.',
    unset: 'GitHub is not offered for sign-in',
  }),
  GITHUB_CLIENT_SECRET: text.optional().register(notes, { says: 'The secret to it.', unset: 'none' }),
  GITHUB_CLIENT_SECRET_FILE: text.optional().register(notes, {
    says: 'A file that GITHUB_CLIENT_SECRET is read from.',
    unset: 'none',
  }),
  GITHUB_URL: providerUrl
    .prefault('https://github.com')
    .register(notes, { says: 'Where GitHub is: another address for a GitHub Enterprise Server.' }),
};
