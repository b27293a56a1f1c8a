import { resendAdapter } from '@payloadcms/email-resend';

const adapter = resendAdapter({
  apiKey: process.env.RESEND_API_KEY,
  defaultFromAddress: 'onboarding@resend.dev',
  defaultFromName: 'Payload',
})({});
await adapter.sendEmail({ to: 'delivered@resend.dev', subject: 'Payload: html', html: '<p>Hello</p>' });
await adapter.sendEmail({ to: ['delivered@resend.dev'], subject: 'Payload: text', text: 'Hello' });
