interface SectionedField {
  readonly schema: { readonly section?: string | undefined } | null;
}

const sectionOf = ({ schema }: SectionedField): string => schema?.section?.trim() ?? '';

/** Lists the sections of the form in its order, which is that of their first fields. */
export const listSections = (fields: readonly SectionedField[]): string[] =>
  [...new Set(fields.map(sectionOf))].filter((section) => section !== '');

/** Moves a section with its fields to another index among the sections; fields without one come first, as in the form. */
export function moveSection<Field extends SectionedField>(
  fields: readonly Field[],
  from: number,
  to: number,
): readonly Field[] {
  const sections = listSections(fields);
  const moved = sections.toSpliced(from, 1).toSpliced(to, 0, sections[from] ?? '');
  return ['', ...moved].flatMap((section) => fields.filter((field) => sectionOf(field) === section));
}
