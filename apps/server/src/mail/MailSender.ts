export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Equal for every attempt of one mail, so that a mail program recognises a second copy. */
  readonly messageId?: string;
  readonly attachments?: readonly MailAttachment[];
  /** Address to which a mail program posts when the recipient unsubscribes (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

export interface MailSender {
  /** Returns the destination without the text: `data/mail/….eml` or the mail server's name. */
  send(mail: Mail): Promise<string>;
}

/** Headers that mark an automatic mail and say how to unsubscribe. */
export const headersOf = ({ unsubscribeUrl }: Mail): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl !== undefined && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});
