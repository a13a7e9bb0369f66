import type { Language, SkipReason } from '@pgis/contract';

/** Header of the list of skipped rows. */
export const skippedHeader: Readonly<Record<Language, readonly string[]>> = {
  en: ['Row', 'Reason'],
  lv: ['Rinda', 'Iemesls'],
  ru: ['Строка', 'Причина'],
};

/** Reasons why rows stay out, for the list; the screen explains them at more length. */
export const reasonTexts: Readonly<Record<Language, Readonly<Record<SkipReason, string>>>> = {
  en: {
    NO_GEOMETRY: 'No shape',
    NOT_READABLE: 'The row cannot be read',
    BAD_COORDINATES: 'The coordinates are not numbers',
    OUTSIDE_WORLD: 'The shape lies outside the map of the world',
    GEOMETRY_TYPE: 'Shapes of this type cannot be imported',
    TOO_FEW_CORNERS: 'The shape has too few corners',
    INVALID_SHAPE: 'The shape crosses itself',
    TOO_LARGE: 'The shape has too many corners or parts',
    NAME_TOO_LONG: 'The name is too long',
    DESCRIPTION_TOO_LONG: 'The description is too long',
    VALUE_TOO_LONG: 'A value is too long',
    VALUE_MISFIT: 'A value does not fit its field',
    KEY_MISSING: 'A value of the key is missing',
    KEY_TWICE: 'Another row has the same key',
  },
  lv: {
    NO_GEOMETRY: 'Nav ģeometrijas',
    NOT_READABLE: 'Rindu nevar nolasīt',
    BAD_COORDINATES: 'Koordinātas nav skaitļi',
    OUTSIDE_WORLD: 'Objekts atrodas ārpus pasaules kartes',
    GEOMETRY_TYPE: 'Šāda veida ģeometriju nevar importēt',
    TOO_FEW_CORNERS: 'Ģeometrijai ir par maz virsotņu',
    INVALID_SHAPE: 'Ģeometrija krusto pati sevi',
    TOO_LARGE: 'Ģeometrijai ir par daudz virsotņu vai daļu',
    NAME_TOO_LONG: 'Nosaukums ir par garu',
    DESCRIPTION_TOO_LONG: 'Apraksts ir par garu',
    VALUE_TOO_LONG: 'Vērtība ir par garu',
    VALUE_MISFIT: 'Vērtība neatbilst laukam',
    KEY_MISSING: 'Trūkst atslēgas vērtības',
    KEY_TWICE: 'Citai rindai ir tāda pati atslēga',
  },
  ru: {
    NO_GEOMETRY: 'Нет геометрии',
    NOT_READABLE: 'Строку нельзя прочитать',
    BAD_COORDINATES: 'Координаты не являются числами',
    OUTSIDE_WORLD: 'Объект лежит за пределами карты мира',
    GEOMETRY_TYPE: 'Геометрию этого типа нельзя импортировать',
    TOO_FEW_CORNERS: 'У геометрии слишком мало вершин',
    INVALID_SHAPE: 'Геометрия пересекает сама себя',
    TOO_LARGE: 'У геометрии слишком много вершин или частей',
    NAME_TOO_LONG: 'Название слишком длинное',
    DESCRIPTION_TOO_LONG: 'Описание слишком длинное',
    VALUE_TOO_LONG: 'Значение слишком длинное',
    VALUE_MISFIT: 'Значение не подходит полю',
    KEY_MISSING: 'Нет значения ключа',
    KEY_TWICE: 'У другой строки такой же ключ',
  },
};
