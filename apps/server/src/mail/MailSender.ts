export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every try of one mail, so that a mailbox can tell a second copy. */
  readonly messageId?: string;
  /** Address to which a mailbox posts when its owner wants no more of these (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

export interface MailSender {
  /** Says where the mail went, without its text: `data/mail/….eml` or the mail server's name. */
  send(mail: Mail): Promise<string>;
}

/** What tells a mailbox that no person wrote this, and how to get no more of it. */
export const headersOf = ({ unsubscribeUrl }: Mail): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl !== undefined && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});
