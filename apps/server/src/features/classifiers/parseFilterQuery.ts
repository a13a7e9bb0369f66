/** The object filter of an address, as it comes. */
export interface FilterQuery {
  readonly _class?: number | undefined;
  readonly _field?: string | undefined;
  readonly _value?: string | undefined;
}

export interface AddressFilter {
  /** Undefined: any layer that has the field. */
  readonly classId: number | undefined;
  readonly field: string;
  readonly value: string;
}

/** OFLT-04: a filter counts as set only when field and value are both there; the value is trimmed. */
export function parseFilterQuery({ _class, _field, _value }: FilterQuery): AddressFilter | undefined {
  const value = _value?.trim() ?? '';
  if (_field === undefined || _field === '' || value === '') return undefined;
  return { classId: _class, field: _field, value };
}
