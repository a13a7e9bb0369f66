/** Id of an option of a list, by which its combobox names the active one. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;
