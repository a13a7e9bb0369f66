import type { Language, Preferences } from '@pgis/contract';

/** D-UI-02. Preferences of the contract are also stored in the user's profile, the others only on this device. */
export interface DevicePreferences extends Preferences {
  language?: Language;
  sidebarMinimised?: boolean;
  /** Rules switched off in legends; `features/objects/rules` parses it. */
  hiddenRules?: string;
  /** Columns of the reports of layers, by the layer's id. */
  reportColumns?: Readonly<Record<string, readonly string[]>>;
  /** Opacity of overlays in per cent, by the layer's id; those that are opaque have none. */
  overlayOpacity?: Readonly<Record<string, number>>;
}

const cookieName = 'pgis_prefs';
const oneYearS = 365 * 24 * 60 * 60;
const listeners = new Set<() => void>();

function findCookie(): string | undefined {
  const prefix = `${cookieName}=`;
  return document.cookie
    .split('; ')
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length);
}

const oneOf = <T extends string>(value: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === value);

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const boolean = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

const listsOfTexts = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((list) => Array.isArray(list) && list.every((text) => typeof text === 'string'))
    ? (value as Record<string, string[]>)
    : undefined;

const isPercentage = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 100;
const percentages = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(isPercentage)
    ? (value as Record<string, number>)
    : undefined;

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(decodeURIComponent(text ?? 'null'));
  } catch {
    return null;
  }
}

/** Parses the cookie; unknown and invalid values are left out. */
function parse(found: unknown): DevicePreferences {
  if (typeof found !== 'object' || found === null) return {};
  const values = found as Readonly<Record<string, unknown>>;
  return withoutGaps({
    colorScheme: oneOf(values.colorScheme, ['light', 'dark', 'auto'] as const),
    language: oneOf(values.language, ['en', 'ru', 'lv'] as const),
    cookieNoticeRead: boolean(values.cookieNoticeRead),
    sidebarMinimised: boolean(values.sidebarMinimised),
    hiddenRules: text(values.hiddenRules),
    reportColumns: listsOfTexts(values.reportColumns),
    overlayOpacity: percentages(values.overlayOpacity),
  });
}

type WithGaps<T> = { [K in keyof T]?: T[K] | undefined };

const withoutGaps = (values: WithGaps<DevicePreferences>): DevicePreferences =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

let current = parse(parseJson(findCookie()));

export const readPreferences = (): DevicePreferences => current;

export function changePreferences(changes: WithGaps<DevicePreferences>): void {
  const next = withoutGaps({ ...current, ...changes });
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const value = encodeURIComponent(JSON.stringify(current));
  // biome-ignore lint/suspicious/noDocumentCookie: browsers leave out the cookie store on plain http.
  document.cookie = `${cookieName}=${value}; Path=/; Max-Age=${oneYearS}; SameSite=Lax${secure}`;
  for (const listener of [...listeners]) listener();
}

/** Calls the listener after every change. Returns the unsubscribe function. */
export function subscribePreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
