import type { Language } from '@pgis/contract';

interface InvitationMail {
  readonly subject: string;
  readonly text: string;
}

type Writer = (values: {
  readonly link: string;
  readonly days: number;
  /** Name of the inviting user. */
  readonly inviter: string;
  /** Company that the account belongs to. */
  readonly company: string;
}) => InvitationMail;

const writers: Readonly<Record<Language, Writer>> = {
  en: ({ link, days, inviter, company }) => ({
    subject: 'Invitation to PGIS',
    text: `Hello,

${inviter} (${company}) has created a PGIS account for you.
Set your password here within ${days} days; the link works once:

${link}
`,
  }),
  ru: ({ link, days, inviter, company }) => ({
    subject: 'Приглашение в PGIS',
    text: `Здравствуйте!

${inviter} (${company}): для вас создана учётная запись PGIS.
Задайте пароль по ссылке (она действует ${days} дн. и один раз):

${link}
`,
  }),
  lv: ({ link, days, inviter, company }) => ({
    subject: 'Uzaicinājums uz PGIS',
    text: `Labdien!

${inviter} (${company}) jums ir izveidojis(-usi) PGIS kontu.
Iestatiet paroli ${days} dienu laikā; saite ir derīga vienu reizi:

${link}
`,
  }),
};

export const invitationMail = (language: Language, values: Parameters<Writer>[0]): InvitationMail =>
  writers[language](values);
