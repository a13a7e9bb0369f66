/** The comment statuses a new company starts with (D-CLS-02); `name` is the English one. */
export const defaultStatuses = [
  { type: 'open', names: { en: 'New', ru: 'Новое', lv: 'Jauns' } },
  { type: 'open', names: { en: 'Under review', ru: 'На рассмотрении', lv: 'Tiek izskatīts' } },
  { type: 'open', names: { en: 'Planned', ru: 'Запланировано', lv: 'Ieplānots' } },
  { type: 'open', names: { en: 'In progress', ru: 'В работе', lv: 'Darbā' } },
  { type: 'fixed', names: { en: 'Done', ru: 'Выполнено', lv: 'Izpildīts' } },
  { type: 'closed', names: { en: 'Rejected', ru: 'Отклонено', lv: 'Noraidīts' } },
  {
    type: 'closed',
    names: { en: 'Not our responsibility', ru: 'Не в нашем ведении', lv: 'Nav mūsu pārziņā' },
  },
  { type: 'closed', names: { en: 'Duplicate', ru: 'Повтор', lv: 'Dublikāts' } },
] as const;

export type StatusName = (typeof defaultStatuses)[number]['names']['en'];
