import { type CurrentUser, levels, limits } from '@pgis/contract';

/** DATA-30. `center` is `[x, y]` in EPSG:3857, as the map's view holds it. */
export interface StoredView {
  readonly center: readonly [number, number];
  readonly zoom: number;
  readonly maxZoom: number;
}

/** STOR-01: exactly these four keys, and what each holds. */
export interface StoredValues {
  readonly currentUser: CurrentUser;
  readonly lastMapView: StoredView;
  /** Ids of the visible base and overlay layers (STOR-04). */
  readonly selectedBaseLayers: readonly number[];
  /** Ids of the layers that are switched on (STOR-03). */
  readonly selectedLayers: readonly number[];
}

export type StorageKey = keyof StoredValues;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const isLevelList = (value: unknown) =>
  Array.isArray(value) && value.every((name) => (levels as readonly unknown[]).includes(name));

/** A token goes into a header, which takes these characters only, and no server accepts a longer one. */
const isToken = (text: string): boolean => text.length <= limits.tokenLength && /^[\w.~+/-]+=*$/.test(text);

function parseCurrentUser(value: unknown): CurrentUser | null {
  if (!isFields(value) || !isFields(value.permissions)) return null;
  const { userName, unitPermissions } = value.permissions;
  const isSound =
    typeof value.token === 'string' &&
    isToken(value.token) &&
    typeof value.expiresAt === 'string' &&
    isFiniteNumber(value.userId) &&
    isFiniteNumber(value.companyId) &&
    typeof userName === 'string' &&
    isFields(unitPermissions) &&
    Object.values(unitPermissions).every(isLevelList);
  // The checks above cover every field of CurrentUser that the client reads; the flags are optional.
  return isSound ? (value as unknown as CurrentUser) : null;
}

function parseView(value: unknown): StoredView | null {
  if (!isFields(value) || !Array.isArray(value.center) || value.center.length !== 2) return null;
  const [x, y] = value.center;
  const { zoom, maxZoom } = value;
  if (!isFiniteNumber(x) || !isFiniteNumber(y) || !isFiniteNumber(zoom) || !isFiniteNumber(maxZoom))
    return null;
  return { center: [x, y], zoom, maxZoom };
}

function parseIds(value: unknown): readonly number[] | null {
  return Array.isArray(value) ? [...new Set(value.filter((id) => Number.isSafeInteger(id)))] : null;
}

/** Parses a stored value, which may be from an earlier version or another program; null if it is invalid. */
export const storedValueParsers: {
  readonly [K in StorageKey]: (value: unknown) => StoredValues[K] | null;
} = {
  currentUser: parseCurrentUser,
  lastMapView: parseView,
  selectedBaseLayers: parseIds,
  selectedLayers: parseIds,
};
