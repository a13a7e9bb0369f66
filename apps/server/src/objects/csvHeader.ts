import type { Language } from '@pgis/contract';

const en = {
  id: 'Id',
  reference: 'Number',
  name: 'Name',
  description: 'Description',
  layerGroup: 'Layer group',
  layer: 'Layer',
  public: 'Public',
  comment: 'Latest comment',
  status: 'Status',
  votes: 'Votes',
  files: 'Files',
  author: 'Author',
  length: 'Length, m',
  area: 'Area, m²',
  added: 'Added',
  changed: 'Changed',
  email: 'E-mail of the reporter',
  /** Not translated: GDAL and QGIS recognise a geometry column by this name. */
  wkt: 'WKT',
  yes: 'Yes',
  no: 'No',
};
type Header = Readonly<Record<keyof typeof en, string>>;
export type CsvColumn = Exclude<keyof Header, 'yes' | 'no'>;

const headers: Readonly<Record<Language, Header>> = {
  en,
  lv: {
    id: 'Id',
    reference: 'Numurs',
    name: 'Nosaukums',
    description: 'Apraksts',
    layerGroup: 'Slāņu grupa',
    layer: 'Slānis',
    public: 'Publisks',
    comment: 'Jaunākais komentārs',
    status: 'Statuss',
    votes: 'Balsis',
    files: 'Faili',
    author: 'Autors',
    length: 'Garums, m',
    area: 'Platība, m²',
    added: 'Pievienots',
    changed: 'Mainīts',
    email: 'Ziņotāja e-pasts',
    wkt: 'WKT',
    yes: 'Jā',
    no: 'Nē',
  },
  ru: {
    id: 'Id',
    reference: 'Номер',
    name: 'Название',
    description: 'Описание',
    layerGroup: 'Группа слоёв',
    layer: 'Слой',
    public: 'Публичный',
    comment: 'Последний комментарий',
    status: 'Статус',
    votes: 'Голоса',
    files: 'Файлы',
    author: 'Автор',
    length: 'Длина, м',
    area: 'Площадь, м²',
    added: 'Добавлено',
    changed: 'Изменено',
    email: 'Эл. почта автора сообщения',
    wkt: 'WKT',
    yes: 'Да',
    no: 'Нет',
  },
};

/** D-OBJ-09: the words of a CSV file in the reader's language. */
export const csvHeader = (language: Language): Header => headers[language];
