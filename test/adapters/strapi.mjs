import { createRequire } from 'node:module';

const nodemailer = createRequire(import.meta.url)('@strapi/provider-email-nodemailer');
const provider = nodemailer.init(
  {
    host: '127.0.0.1',
    port: Number(process.env.SMTP_PORT),
    secure: true,
    auth: { user: 'posthorn', pass: process.env.RESEND_API_KEY },
    // The server of this test has a certificate that it made itself.
    tls: { rejectUnauthorized: false },
  },
  { defaultFrom: 'Strapi <onboarding@resend.dev>', defaultReplyTo: 'onboarding@resend.dev' },
);
await provider.send({ to: 'delivered@resend.dev', subject: 'Strapi: nodemailer', text: 'Hello', html: '<p>Hello</p>' });
