import { Group, Radio, Select, Stack, Switch, Text } from '@mantine/core';
import { isComputed, limits } from '@pgis/contract';
import { IconGitCompare, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { treeQuery } from '../../../layers/layerEditorQueries.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { useSession } from '../../session/index.ts';
import { MatchFields } from '../compare/MatchFields.tsx';
import {
  hasTarget,
  type ImportDraft,
  listComputed,
  nothingComputed,
  toSettings,
} from '../draft/importDraft.ts';
import { useImportChanges } from '../importQueries.ts';
import classes from '../imports.module.css';
import { StepFoot } from './StepFoot.tsx';
import type { StepProps } from './StepProps.ts';

/** Step that chooses where the objects go: into a new layer, an existing one, or into its objects that they are about. */
export function DestinationStep({ one, inspection, draft, onChange, onGoTo }: StepProps) {
  const { t, language } = useTexts();
  const { run } = useImportChanges(one.id);
  const { groups, layers, isSuccess } = useTargets();
  const isComparing = draft.target === 'compare';
  const computed =
    (draft.target !== 'newLayer' && layers.find(({ id }) => id === draft.layerId)?.computed) ||
    nothingComputed;
  const dropped = listComputed(draft, computed).map(({ name }) => name.trim());
  const number = (count: number) => formatNumber(count, language);
  const skipped = inspection.skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={classes.body}>
      <Radio.Group
        aria-label={t('IMPORT.STEP_DESTINATION')}
        value={draft.target}
        onChange={(target) => onChange({ target: target as ImportDraft['target'] })}
      >
        <Group grow align="stretch">
          <Radio.Card value="newLayer" className={classes.tile ?? ''} disabled={groups.length === 0}>
            <Radio.Indicator />
            <strong>{t('IMPORT.NEW_LAYER')}</strong>
            <Text size="sm">{t('IMPORT.NEW_LAYER_TEXT')}</Text>
          </Radio.Card>
          <Radio.Card value="add" className={classes.tile ?? ''} disabled={layers.length === 0}>
            <Radio.Indicator />
            <strong>{t('IMPORT.ADD')}</strong>
            <Text size="sm">{t('IMPORT.ADD_TEXT')}</Text>
          </Radio.Card>
          <Radio.Card value="compare" className={classes.tile ?? ''} disabled={layers.length === 0}>
            <Radio.Indicator />
            <strong>{t('IMPORT.COMPARE.TARGET')}</strong>
            <Text size="sm">{t('IMPORT.COMPARE.TARGET_TEXT')}</Text>
          </Radio.Card>
        </Group>
      </Radio.Group>
      <div className={classes.columns}>
        <Stack gap="md">
          {draft.target === 'newLayer' ? (
            <>
              <Select
                label={t('IMPORT.GROUP')}
                required
                searchable
                error={isSuccess && groups.length === 0 ? t('IMPORT.NO_GROUP') : null}
                data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={draft.groupId === null ? null : String(draft.groupId)}
                onChange={(id) => onChange({ groupId: id === null ? null : Number(id) })}
              />
              <TrimmedTextInput
                label={t('IMPORT.LAYER_NAME')}
                required
                maxLength={limits.classifierNameLength}
                value={draft.layerName}
                onChange={(layerName) => onChange({ layerName })}
              />
              <Switch
                label={t('IMPORT.PUBLIC')}
                checked={draft.isPublic}
                onChange={({ currentTarget: { checked } }) => onChange({ isPublic: checked })}
              />
            </>
          ) : (
            <Select
              label={t('IMPORT.TARGET_LAYER')}
              required
              searchable
              data={layers.map(({ id, name, group }) => ({ value: String(id), label: `${name} (${group})` }))}
              value={draft.layerId === null ? null : String(draft.layerId)}
              onChange={(id) => onChange({ layerId: id === null ? null : Number(id) })}
            />
          )}
          {dropped.length > 0 && (
            <Notice tone="info">{t('IMPORT.COMPUTED', { fields: dropped.join(', ') })}</Notice>
          )}
          {draft.target === 'compare' && (
            <MatchFields draft={draft} computed={computed} onChange={onChange} />
          )}
          <Switch
            label={t('IMPORT.TRUNCATE')}
            description={t('IMPORT.TRUNCATE_HINT')}
            checked={draft.truncates}
            onChange={({ currentTarget: { checked } }) => onChange({ truncates: checked })}
          />
        </Stack>
        <section className={classes.check} aria-label={t('IMPORT.CHECK')}>
          <h3 className={classes.caption}>{t('IMPORT.CHECK')}</h3>
          <p>
            {isComparing ? (
              <IconGitCompare className={classes.added} size={18} aria-hidden="true" />
            ) : (
              <IconPlus className={classes.added} size={18} aria-hidden="true" />
            )}{' '}
            {t(isComparing ? 'IMPORT.COMPARE.WILL_BE_COMPARED' : 'IMPORT.WILL_BE_ADDED', {
              number: number(inspection.featureCount - skipped),
            })}
          </p>
          {skipped > 0 && (
            <p>
              <IconX className={classes.left} size={18} aria-hidden="true" />{' '}
              {t('IMPORT.WILL_BE_SKIPPED', { number: number(skipped) })}
            </p>
          )}
          <Text size="sm">{t(isComparing ? 'IMPORT.COMPARE.CHECK_NOTE' : 'IMPORT.CHECK_NOTE')}</Text>
        </section>
      </div>
      {run.isError && <Notice tone="err">{errorText(t, run.error)}</Notice>}
      <StepFoot
        note={t('IMPORT.SAVED_AS_ONE', { days: limits.import.undoDays })}
        onBack={() => onGoTo('location')}
        nextText={t(isComparing ? 'IMPORT.COMPARE.COMPARE' : 'IMPORT.IMPORT')}
        isLocked={!hasTarget(draft, computed)}
        isBusy={run.isPending}
        onNext={() => run.mutate(toSettings(draft, computed))}
      />
    </div>
  );
}

/**
 * Groups that may get a layer and layers that may get objects, of the user's own company. The tree of the editor has the
 * groups that are still empty, which the map leaves out.
 */
function useTargets() {
  const { user } = useSession();
  const { data = [], isSuccess } = useQuery(treeQuery(1, user?.userId ?? null));
  const own = data.filter(({ companyId }) => companyId === user?.companyId);
  return {
    isSuccess,
    groups: own.filter(({ canManage }) => canManage),
    layers: own.flatMap(({ name: group, childClassifiers }) =>
      childClassifiers
        .filter(({ canAdd, sourceId }) => canAdd && sourceId === null)
        .map(({ id, name, layerFields }) => ({
          ...{ id, name, group },
          computed: new Set(
            layerFields.filter(({ schema }) => isComputed(schema?.type)).map((field) => field.name),
          ),
        })),
    ),
  };
}
