import type { Language } from '@pgis/contract';

/** The sentences of a mail about assigned cases in one language. */
interface AssignmentTexts {
  readonly greeting: string;
  readonly oneSubject: (number: string, name: string) => string;
  readonly manySubject: (count: number) => string;
  readonly assigned: (by: string) => string;
  readonly due: (day: string) => string;
  readonly more: (count: number) => string;
  readonly seeThem: string;
}

export const assignmentTexts: Readonly<Record<Language, AssignmentTexts>> = {
  en: {
    greeting: 'Hello,',
    oneSubject: (number, name) => `Assigned to you: ${number} ${name}`,
    manySubject: (count) => `Assigned to you: ${count} cases`,
    assigned: (by) => `${by} has assigned to you:`,
    due: (day) => `due ${day}`,
    more: (count) => `and ${count} more.`,
    seeThem: 'Your cases are in the inbox:',
  },
  ru: {
    greeting: 'Здравствуйте!',
    oneSubject: (number, name) => `Вам назначено: ${number} ${name}`,
    manySubject: (count) => `Вам назначены обращения: ${count}`,
    assigned: (by) => `Вам назначено (${by}):`,
    due: (day) => `срок ${day}`,
    more: (count) => `и ещё ${count}.`,
    seeThem: 'Ваши обращения – во «Входящих»:',
  },
  lv: {
    greeting: 'Labdien!',
    oneSubject: (number, name) => `Jums piešķirts: ${number} ${name}`,
    manySubject: (count) => `Jums piešķirti pieteikumi: ${count}`,
    assigned: (by) => `Jums piešķirts (${by}):`,
    due: (day) => `termiņš ${day}`,
    more: (count) => `un vēl ${count}.`,
    seeThem: 'Jūsu pieteikumi ir iesūtnē:',
  },
};
