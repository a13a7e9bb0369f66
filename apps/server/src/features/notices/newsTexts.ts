import type { Language, NoticeKind } from '@pgis/contract';

interface Values {
  /** Number and name of the object. */
  readonly number: string;
  readonly layer: string;
  readonly by: string | null;
  readonly day: string;
}

/** The sentences of a mail about notices in one language. */
export interface NewsTexts {
  readonly greeting: string;
  readonly subject: string;
  readonly sentences: Readonly<Record<NoticeKind, (values: Values) => string>>;
  readonly more: string;
  readonly whyYou: string;
  /** The same for a visitor. */
  readonly whyVisitor: string;
}

/** Imports and assignments are in no mail of this kind. */
const none = () => '';
const withoutMail = {
  assigned: none,
  escalated: none,
  importDone: none,
  importCompared: none,
  importFailed: none,
};

const byOf = (by: string | null): string => (by === null ? '' : ` (${by})`);

export const newsTexts: Readonly<Record<Language, NewsTexts>> = {
  en: {
    greeting: 'Hello,',
    subject: 'News on the map',
    sentences: {
      ...withoutMail,
      unitAssigned: ({ number, by }) => `Given to your unit${byOf(by)}: ${number}`,
      overdue: ({ number, day }) => `Overdue, it was due on ${day}: ${number}`,
      mentioned: ({ number, by }) => `You were mentioned${byOf(by)}: ${number}`,
      commented: ({ number, by }) => `New comment${byOf(by)}: ${number}`,
      reopened: ({ number }) => `Not solved, its reporter says: ${number}`,
      objectAdded: ({ number, layer }) => `New in ${layer}: ${number}`,
      statusChanged: ({ number }) => `New status: ${number}`,
      replied: ({ number }) => `New answer: ${number}`,
    },
    more: 'There is more behind the bell.',
    whyYou:
      'You receive this e-mail because you follow this or have asked for such e-mails behind the bell. To stop all of them:',
    whyVisitor:
      'You receive this e-mail because you follow this with your address. To stop all such e-mails:',
  },
  ru: {
    greeting: 'Здравствуйте!',
    subject: 'Новости на карте',
    sentences: {
      ...withoutMail,
      unitAssigned: ({ number, by }) => `Назначено вашему подразделению${byOf(by)}: ${number}`,
      overdue: ({ number, day }) => `Просрочено, срок был ${day}: ${number}`,
      mentioned: ({ number, by }) => `Вы упомянуты${byOf(by)}: ${number}`,
      commented: ({ number, by }) => `Новый комментарий${byOf(by)}: ${number}`,
      reopened: ({ number }) => `Автор сообщает, что проблема не решена: ${number}`,
      objectAdded: ({ number, layer }) => `Новое в слое ${layer}: ${number}`,
      statusChanged: ({ number }) => `Новый статус: ${number}`,
      replied: ({ number }) => `Новый ответ: ${number}`,
    },
    more: 'Остальное – за колокольчиком.',
    whyYou:
      'Вы получили это письмо, потому что следите за этим или выбрали такие письма за колокольчиком. Чтобы не получать их вовсе:',
    whyVisitor:
      'Вы получили это письмо, потому что следите за этим по своему адресу. Чтобы больше не получать таких писем:',
  },
  lv: {
    greeting: 'Labdien!',
    subject: 'Jaunumi kartē',
    sentences: {
      ...withoutMail,
      unitAssigned: ({ number, by }) => `Piešķirts jūsu struktūrvienībai${byOf(by)}: ${number}`,
      overdue: ({ number, day }) => `Nokavēts, termiņš bija ${day}: ${number}`,
      mentioned: ({ number, by }) => `Jūs pieminēja${byOf(by)}: ${number}`,
      commented: ({ number, by }) => `Jauns komentārs${byOf(by)}: ${number}`,
      reopened: ({ number }) => `Ziņotājs raksta, ka problēma nav atrisināta: ${number}`,
      objectAdded: ({ number, layer }) => `Jauns slānī ${layer}: ${number}`,
      statusChanged: ({ number }) => `Jauns statuss: ${number}`,
      replied: ({ number }) => `Jauna atbilde: ${number}`,
    },
    more: 'Pārējais ir aiz zvaniņa.',
    whyYou:
      'Jūs saņemat šo vēstuli, jo tam sekojat vai aiz zvaniņa esat izvēlējies šādas vēstules. Lai tās vairs nesaņemtu:',
    whyVisitor: 'Jūs saņemat šo vēstuli, jo tam sekojat ar savu adresi. Lai šādas vēstules vairs nesaņemtu:',
  },
};
