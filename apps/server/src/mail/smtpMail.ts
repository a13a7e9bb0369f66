import { createTransport } from 'nodemailer';
import { headersOf, type MailSender } from './MailSender.ts';

const TIMEOUT_MS = 20_000;

/**
 * Names and passwords must not cross a network unencrypted, unless the address says so or the server is on
 * this machine.
 */
function asksForTls(url: URL): boolean {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return !isHere && !['requireTLS', 'ignoreTLS'].some((name) => url.searchParams.has(name));
}

const openTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(asksForTls(new URL(url)) && { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects and signs in as a mail would, sends nothing. Throws the server's reason. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = openTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** `url` as nodemailer reads it: `smtp://user:password@host:587`, `smtps://…`. */
export function smtpMail(url: string, from: string): MailSender {
  const transport = openTransport(url);
  const host = new URL(url).host;
  return {
    async send(mail) {
      const { to, subject, text, messageId, attachments = [] } = mail;
      // The address is passed as an object, so that its text is one recipient and never a list.
      const recipient = { name: '', address: to };
      await transport.sendMail({
        from,
        to: recipient,
        subject,
        text,
        headers: { ...headersOf(mail) },
        attachments: attachments.map(({ fileName: filename, content, contentType }) => ({
          filename,
          content,
          contentType,
        })),
        ...(messageId !== undefined && { messageId: `<${messageId}>` }),
      });
      return host;
    },
  };
}
