/** Id of the input of a layer field in the form of an object. */
export const fieldInputId = (field: string): string => `field-${encodeURIComponent(field)}`;

/** Key of the field's error in the form. */
export const fieldErrorKey = (field: string): string => `data.${field}`;
