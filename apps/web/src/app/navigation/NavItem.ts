import type { Level, ModulePermission } from '@pgis/contract';
import type { Icon } from '@tabler/icons-react';
import type { TextKey } from '../../i18n/index.ts';

/** DATA-03: one entry of the sidebar. */
export interface NavItem {
  /** Key of the text and identity of the entry. */
  readonly name: TextKey;
  /** Path without language prefix, or an address that starts with http. */
  readonly url?: string;
  readonly icon?: Icon;
  readonly class?: string;
  readonly variant?: 'primary' | 'danger';
  readonly badge?: { readonly text: string; readonly variant: 'info' | 'ok' | 'warn' | 'err' };
  readonly children?: readonly NavItem[];
  /** A heading, not a link. */
  readonly title?: boolean;
  readonly divider?: boolean;
  /** One of these levels in any unit is enough. */
  readonly permissions?: readonly Level[];
  readonly modulePermissions?: readonly ModulePermission[];
}
