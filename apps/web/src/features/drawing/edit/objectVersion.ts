import type { Version } from '../../../ui/versions/compareVersions.ts';
import type { DrawValues } from '../form/DrawValues.ts';

const PREFIX = 'data.';

/** Key of a field of the object's data in a version. */
const isDataKey = (key: string): boolean => key.startsWith(PREFIX);
export const toFieldName = (key: string): string => key.slice(PREFIX.length);

/** The values that two users can change differently, as they are saved; empty fields have no value. */
export function toVersion({ classId, name, description, isPublic, data }: DrawValues): Version {
  const fields = Object.entries(data)
    .map(([field, value]) => [`${PREFIX}${field}`, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    classId,
    name: name.trim(),
    description: description.trim(),
    isPublic,
    ...Object.fromEntries(fields),
  };
}

/** The values of the form with those of a merged version; '' removes a field. */
export function withVersion(values: DrawValues, version: Version): DrawValues {
  const fields = Object.entries(version).filter(([key]) => isDataKey(key));
  return {
    ...values,
    classId: version.classId as number | null,
    name: String(version.name),
    description: String(version.description),
    isPublic: version.isPublic === true,
    data: Object.fromEntries(fields.map(([key, value]) => [toFieldName(key), String(value ?? '')])),
  };
}
