import type { Language, NewReplyTemplate } from '@pgis/contract';

type Example = Readonly<Record<Language, { readonly name: string; readonly text: string }>>;

/** Ready-made templates for a company without any. */
const examples: readonly Example[] = [
  {
    en: {
      name: 'Work is planned',
      text: 'Thank you for your report {number}. The work at {address} is planned for {due}.',
    },
    lv: {
      name: 'Darbi ir ieplānoti',
      text: 'Paldies par pieteikumu {number}. Darbi vietā „{address}” ir ieplānoti līdz {due}.',
    },
    ru: {
      name: 'Работы запланированы',
      text: 'Спасибо за обращение {number}. Работы по адресу {address} запланированы на {due}.',
    },
  },
  {
    en: {
      name: 'We need a photo',
      text: 'Could you send us a photo of the place? It helps us find it. Your report: {link}',
    },
    lv: {
      name: 'Vajadzīgs fotoattēls',
      text: 'Lūdzu, atsūtiet šīs vietas fotoattēlu: tas palīdzēs to atrast. Jūsu pieteikums: {link}',
    },
    ru: {
      name: 'Нужна фотография',
      text: 'Пришлите, пожалуйста, снимок места: он поможет его найти. Ваше обращение: {link}',
    },
  },
  {
    en: {
      name: 'Repaired',
      text: 'The problem at {address} has been solved. Thank you for telling us. Number {number}, {unit}.',
    },
    lv: {
      name: 'Salabots',
      text: 'Problēma vietā „{address}” ir novērsta. Paldies, ka paziņojāt. Numurs {number}, {unit}.',
    },
    ru: {
      name: 'Исправлено',
      text: 'Проблема по адресу {address} устранена. Спасибо за сообщение. Номер {number}, {unit}.',
    },
  },
];

/** The examples with names in the user's language. */
export const exampleTemplates = (language: Language): readonly NewReplyTemplate[] =>
  examples.map((example) => ({
    name: example[language].name,
    layerIds: [],
    statusId: null,
    texts: { en: example.en.text, ru: example.ru.text, lv: example.lv.text },
  }));
