import type { Language } from '@pgis/contract';

interface InvitationMail {
  readonly subject: string;
  readonly text: string;
}

type Writer = (values: {
  readonly link: string;
  readonly days: number;
  /** Name of who invites. */
  readonly inviter: string;
}) => InvitationMail;

const writers: Readonly<Record<Language, Writer>> = {
  en: ({ link, days, inviter }) => ({
    subject: 'Invitation to PGIS',
    text: `Hello,

${inviter} has made a PGIS account for you.
Set your password here within ${days} days; the link works once:

${link}
`,
  }),
  ru: ({ link, days, inviter }) => ({
    subject: 'Приглашение в PGIS',
    text: `Здравствуйте!

${inviter}: для вас создана учётная запись PGIS.
Задайте пароль по ссылке (она действует ${days} дн. и один раз):

${link}
`,
  }),
  lv: ({ link, days, inviter }) => ({
    subject: 'Uzaicinājums uz PGIS',
    text: `Labdien!

${inviter} jums ir izveidojis(-usi) PGIS kontu.
Iestatiet paroli ${days} dienu laikā; saite ir derīga vienu reizi:

${link}
`,
  }),
};

export const invitationMail = (language: Language, values: Parameters<Writer>[0]): InvitationMail =>
  writers[language](values);
