import type { Language } from '@pgis/contract';

interface Subjects {
  readonly one: (number: string, name: string) => string;
  readonly many: (count: number) => string;
}

/** The sentences of a mail about assigned cases in one language. */
interface AssignmentTexts {
  readonly greeting: string;
  readonly subject: Subjects;
  readonly assigned: (by: string) => string;
  readonly assignedByRule: string;
  readonly escalatedSubject: Subjects;
  readonly escalated: string;
  readonly due: (day: string) => string;
  readonly more: (count: number) => string;
  readonly seeThem: string;
}

export const assignmentTexts: Readonly<Record<Language, AssignmentTexts>> = {
  en: {
    greeting: 'Hello,',
    subject: {
      one: (number, name) => `Assigned to you: ${number} ${name}`,
      many: (count) => `Assigned to you: ${count} cases`,
    },
    assigned: (by) => `${by} has assigned to you:`,
    assignedByRule: 'A routing rule has assigned to you:',
    escalatedSubject: {
      one: (number, name) => `Needs attention: ${number} ${name}`,
      many: (count) => `Need attention: ${count} cases`,
    },
    escalated: 'These cases have been open too long or have many votes:',
    due: (day) => `due ${day}`,
    more: (count) => `and ${count} more.`,
    seeThem: 'Your cases are in the inbox:',
  },
  ru: {
    greeting: 'Здравствуйте!',
    subject: {
      one: (number, name) => `Вам назначено: ${number} ${name}`,
      many: (count) => `Вам назначены обращения: ${count}`,
    },
    assigned: (by) => `Вам назначено (${by}):`,
    assignedByRule: 'Вам назначено по правилу распределения:',
    escalatedSubject: {
      one: (number, name) => `Требует внимания: ${number} ${name}`,
      many: (count) => `Требуют внимания обращения: ${count}`,
    },
    escalated: 'Эти обращения открыты слишком долго или набрали много голосов:',
    due: (day) => `срок ${day}`,
    more: (count) => `и ещё ${count}.`,
    seeThem: 'Ваши обращения – во «Входящих»:',
  },
  lv: {
    greeting: 'Labdien!',
    subject: {
      one: (number, name) => `Jums piešķirts: ${number} ${name}`,
      many: (count) => `Jums piešķirti pieteikumi: ${count}`,
    },
    assigned: (by) => `Jums piešķirts (${by}):`,
    assignedByRule: 'Jums piešķirts pēc sadales nosacījuma:',
    escalatedSubject: {
      one: (number, name) => `Jāpievērš uzmanība: ${number} ${name}`,
      many: (count) => `Jāpievērš uzmanība pieteikumiem: ${count}`,
    },
    escalated: 'Šie pieteikumi ir atvērti pārāk ilgi vai saņēmuši daudz balsu:',
    due: (day) => `termiņš ${day}`,
    more: (count) => `un vēl ${count}.`,
    seeThem: 'Jūsu pieteikumi ir iesūtnē:',
  },
};
