export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailSender {
  /** Says where the mail went, without its text: `data/mail/….eml` or the mail server's name. */
  send(mail: Mail): Promise<string>;
}
