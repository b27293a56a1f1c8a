import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { Resend } from 'resend';

// The address comes from RESEND_BASE_URL.
const resend = new Resend(process.env.RESEND_API_KEY);
const auth = betterAuth({
  baseURL: 'https://app.example.com',
  secret: 'a secret of this test alone, of 32 characters',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
  emailVerification: {
    sendOnSignUp: true,
    sendVerificationEmail: async ({ user, url }) => {
      const { error } = await resend.emails.send({
        from: 'Better Auth <onboarding@resend.dev>',
        to: user.email,
        subject: 'better-auth: verify your email address',
        text: `Click the link to verify your email address: ${url}`,
      });
      if (error !== null) throw new Error(error.message);
    },
  },
});
await auth.api.signUpEmail({
  body: { email: 'delivered@resend.dev', name: 'Ada', password: 'correct horse battery staple' },
});
