import { createTransport } from 'nodemailer';
import type { MailSender } from './MailSender.ts';

const TIMEOUT_MS = 20_000;

/** `url` as nodemailer reads it: `smtp://user:password@host:587`, `smtps://…`. */
export function smtpMail(url: string, from: string): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = new URL(url).host;
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to, subject, text });
      return host;
    },
  };
}
