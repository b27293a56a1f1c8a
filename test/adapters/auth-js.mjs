import Resend from '@auth/core/providers/resend';

const provider = Resend({ apiKey: process.env.RESEND_API_KEY, from: 'Auth.js <onboarding@resend.dev>' });
await provider.sendVerificationRequest({
  identifier: 'delivered@resend.dev',
  provider: { ...provider, ...provider.options },
  url: 'https://app.example.com/api/auth/callback/resend?token=1',
  theme: {},
});
