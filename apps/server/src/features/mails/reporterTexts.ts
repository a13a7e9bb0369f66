import type { Language } from '@pgis/contract';

export type ReviewDecision = 'approve' | 'hide' | 'unhide';

/** The sentences of a reporter's mails in one language. */
export interface ReporterTexts {
  readonly greeting: string;
  readonly receiptSubject: (number: string) => string;
  readonly received: (number: string, layer: string) => string;
  readonly waits: string;
  readonly newsSubject: (number: string, news: string) => string;
  readonly about: (number: string, layer: string) => string;
  readonly newStatus: (status: string) => string;
  readonly decided: Readonly<Record<ReviewDecision, { readonly news: string; readonly text: string }>>;
  readonly merged: { readonly news: string; readonly text: (number: string) => string };
  readonly reason: string;
  readonly seeIt: string;
  readonly whyYou: string;
}

export const reporterTexts: Readonly<Record<Language, ReporterTexts>> = {
  en: {
    greeting: 'Hello,',
    receiptSubject: (number) => `We have received your report ${number}`,
    received: (number, layer) =>
      `Thank you, your report has been received. Its number is ${number} (${layer}).`,
    waits: 'Others will see it after a review. You can already see it.',
    newsSubject: (number, news) => `Your report ${number}: ${news}`,
    about: (number, layer) => `There is news about your report ${number} (${layer}):`,
    newStatus: (status) => `Status: ${status}`,
    decided: {
      approve: {
        news: 'on the map',
        text: 'It has been reviewed and is now visible to everyone on the map.',
      },
      hide: {
        news: 'hidden',
        text: 'It is hidden from visitors. You can still see it with the link below.',
      },
      unhide: { news: 'on the map again', text: 'It is visible to everyone on the map again.' },
    },
    merged: {
      news: 'already reported',
      text: (number) => `Somebody has reported this already. Your report continues as ${number}.`,
    },
    reason: 'Reason:',
    seeIt: 'View your report in any browser (do not share this link):',
    whyYou:
      'You receive this e-mail because your address was given with the report. If it was not you, or to stop these e-mails:',
  },
  ru: {
    greeting: 'Здравствуйте!',
    receiptSubject: (number) => `Ваше сообщение ${number} получено`,
    received: (number, layer) => `Спасибо, ваше сообщение получено. Его номер: ${number} (${layer}).`,
    waits: 'Другие увидят его после проверки. Вы видите его уже сейчас.',
    newsSubject: (number, news) => `Ваше сообщение ${number}: ${news}`,
    about: (number, layer) => `Новости о вашем сообщении ${number} (${layer}):`,
    newStatus: (status) => `Статус: ${status}`,
    decided: {
      approve: { news: 'на карте', text: 'Оно проверено, и теперь его видят на карте все.' },
      hide: {
        news: 'скрыто',
        text: 'Оно скрыто от посетителей. Вы по-прежнему видите его по ссылке ниже.',
      },
      unhide: { news: 'снова на карте', text: 'Его снова видят на карте все.' },
    },
    merged: {
      news: 'об этом уже сообщили',
      text: (number) => `Об этом уже сообщили. Ваше сообщение продолжается под номером ${number}.`,
    },
    reason: 'Причина:',
    seeIt: 'Посмотреть сообщение в любом браузере (не передавайте ссылку другим):',
    whyYou:
      'Вы получили это письмо, потому что в сообщении указан ваш адрес. Если его указали не вы или вы не хотите получать такие письма:',
  },
  lv: {
    greeting: 'Labdien!',
    receiptSubject: (number) => `Jūsu ziņojums ${number} ir saņemts`,
    received: (number, layer) => `Paldies, jūsu ziņojums ir saņemts. Tā numurs ir ${number} (${layer}).`,
    waits: 'Citi to redzēs pēc pārbaudes. Jūs to redzat jau tagad.',
    newsSubject: (number, news) => `Jūsu ziņojums ${number}: ${news}`,
    about: (number, layer) => `Jaunumi par jūsu ziņojumu ${number} (${layer}):`,
    newStatus: (status) => `Statuss: ${status}`,
    decided: {
      approve: { news: 'kartē', text: 'Tas ir pārbaudīts, un tagad kartē to redz visi.' },
      hide: {
        news: 'paslēpts',
        text: 'Tas ir paslēpts no apmeklētājiem. Jūs to joprojām redzat, atverot zemāk norādīto saiti.',
      },
      unhide: { news: 'atkal kartē', text: 'To kartē atkal redz visi.' },
    },
    merged: {
      news: 'par to jau ir ziņots',
      text: (number) => `Par to jau ir ziņots. Jūsu ziņojums turpinās ar numuru ${number}.`,
    },
    reason: 'Iemesls:',
    seeIt: 'Apskatīt ziņojumu jebkurā pārlūkā (nedodiet saiti citiem):',
    whyYou:
      'Jūs saņēmāt šo vēstuli, jo ziņojumā ir norādīta jūsu e-pasta adrese. Ja to nenorādījāt jūs vai nevēlaties vairs saņemt šādas vēstules:',
  },
};
