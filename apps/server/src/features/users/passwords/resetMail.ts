import type { Language } from '@pgis/contract';

interface ResetMail {
  readonly subject: string;
  readonly text: string;
}

type Writer = (values: { readonly link: string; readonly minutes: number }) => ResetMail;

const writers: Readonly<Record<Language, Writer>> = {
  en: ({ link, minutes }) => ({
    subject: 'Set a new password',
    text: `Hello,

Somebody, probably you, has requested a new password for your PGIS account.
Set it here within ${minutes} minutes; the link works once:

${link}

If it was not you, ignore this e-mail: your password stays unchanged.
`,
  }),
  ru: ({ link, minutes }) => ({
    subject: 'Новый пароль',
    text: `Здравствуйте!

Кто-то (вероятно, вы) запросил новый пароль для вашей учётной записи PGIS.
Задайте его по ссылке в течение ${minutes} мин.; ссылка действует один раз:

${link}

Если это были не вы, ничего делать не нужно: пароль останется прежним.
`,
  }),
  lv: ({ link, minutes }) => ({
    subject: 'Jauna parole',
    text: `Labdien!

Kāds, visticamāk jūs, ir pieprasījis jaunu paroli jūsu PGIS kontam.
Iestatiet to ${minutes} min laikā; saite ir derīga vienu reizi:

${link}

Ja tas nebijāt jūs, nedariet neko: parole paliks nemainīta.
`,
  }),
};

/** Written in the user's language, not in that of the requester. */
export const resetMail = (language: Language, values: Parameters<Writer>[0]): ResetMail =>
  writers[language](values);
