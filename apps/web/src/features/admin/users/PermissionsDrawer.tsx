import { Skeleton } from '@mantine/core';
import { type Level, levels, type User } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { errorText, useTexts } from '../../../i18n/index.ts';
import classes from '../admin.module.css';
import { toTree } from '../units/unitTree.ts';
import { effectivePermissionsQuery, useGroups, useUnits } from '../userQueries.ts';
import { UserDrawer } from './UserDrawer.tsx';

interface PermissionsDrawerProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** The permissions that a user has, by unit, with the group that grants each. */
export function PermissionsDrawer({ user, onClose }: PermissionsDrawerProps) {
  const { t } = useTexts();
  const { groups } = useGroups();
  const own = groups.filter(({ id }) => user.groupIds.includes(id));
  return (
    <UserDrawer user={user} title={t('ADMIN.EFFECTIVE')} onClose={onClose}>
      <h3 className={classes.caption}>{t('ADMIN.GROUPS')}</h3>
      <p className={classes.chips}>
        {own.length === 0 ? t('ADMIN.NO_GROUPS') : own.map(({ id, name }) => <span key={id}>{name}</span>)}
      </p>
      <h3 className={classes.caption}>{t('ADMIN.UNITS')}</h3>
      <UnitRights user={user} />
      <h3 className={classes.caption}>{t('ADMIN.MODULES')}</h3>
      <table className={classes.rights}>
        <tbody>
          <ModuleRow
            name={t('ADMIN.MODULE_ADMIN')}
            giver={own.find(({ moduleAdmin }) => moduleAdmin)?.name}
          />
          <ModuleRow
            name={t('ADMIN.MODULE_REPORTS')}
            giver={own.find(({ hasCustomReports }) => hasCustomReports)?.name}
          />
        </tbody>
      </table>
    </UserDrawer>
  );
}

function UnitRights({ user }: { readonly user: User }) {
  const { t } = useTexts();
  const { units } = useUnits();
  const query = useQuery(effectivePermissionsQuery(user.id));
  if (query.isError) return <p role="alert">{errorText(t, query.error)}</p>;
  if (query.data === undefined) return <Skeleton height={160} />;
  const permissions = new Map(query.data.map((permission) => [permission.unitId, permission]));
  const sourceOf = (unitId: number): string => {
    const [source] = permissions.get(unitId)?.sources ?? [];
    if (source === undefined) return t('ADMIN.NO_GRANT');
    const key = source.viaUnitId === unitId ? 'ADMIN.BY_GROUP' : 'ADMIN.BY_GROUP_ABOVE';
    return t(key, { group: source.groupName });
  };
  return (
    <table className={classes.rights} aria-label={t('ADMIN.UNITS')}>
      <tbody>
        {toTree(units).map(({ id, name, depth }) => (
          <tr key={id}>
            <th scope="row" style={{ paddingInlineStart: `${depth * 18}px` }}>
              {name}
              <div className={classes.small}>{sourceOf(id)}</div>
            </th>
            <td>
              <LevelMark level={permissions.get(id)?.level} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The level in words; the bars repeat it for the eye. */
function LevelMark({ level }: { readonly level: Level | undefined }) {
  const { t } = useTexts();
  if (level === undefined) return <span className={classes.none}>{t('ADMIN.LEVELS.None')}</span>;
  const rank = levels.indexOf(level);
  return (
    <span className={classes.level}>
      <span aria-hidden="true" className={classes.bars}>
        {levels.map((one, index) => (
          <span key={one} data-on={index <= rank || undefined} />
        ))}
      </span>
      {t(`ADMIN.LEVELS.${level}`)}
    </span>
  );
}

function ModuleRow({ name, giver }: { readonly name: string; readonly giver: string | undefined }) {
  const { t } = useTexts();
  return (
    <tr>
      <th scope="row">
        {name}
        <div className={classes.small}>
          {giver === undefined ? t('ADMIN.NO_GRANT') : t('ADMIN.BY_GROUP', { group: giver })}
        </div>
      </th>
      <td className={giver === undefined ? classes.none : classes.yes}>
        {t(giver === undefined ? 'COMMON.NO' : 'COMMON.YES')}
      </td>
    </tr>
  );
}
