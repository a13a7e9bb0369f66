import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { languages, type ReplyTemplate } from '@pgis/contract';
import {
  IconAlertTriangle,
  IconPencil,
  IconPlus,
  IconSearch,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, formatNumber, languageNames, useTexts } from '../../i18n/index.ts';
import { statusesQuery } from '../../layers/layerQueries.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAction } from '../../ui/forms/useAction.ts';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { StatusMark } from '../comments/index.ts';
import { useFindLayer } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import { exampleTemplates } from './exampleTemplates.ts';
import { TemplateDialog } from './TemplateDialog.tsx';
import { TemplateText } from './TemplateText.tsx';
import { addTemplates, removeTemplate, templatesQuery } from './templateQueries.ts';
import classes from './templates.module.css';

/** The reply templates of the company, their texts beside each other. */
export default function TemplatesScreen() {
  const { t, language } = useTexts();
  const { user } = useSession();
  const list = useQuery(templatesQuery(user?.userId ?? null));
  const [edited, setEdited] = useState<ReplyTemplate | 'new' | null>(null);
  const [search, setSearch] = useState('');
  const { run: remove } = useAction(removeTemplate, () => t('TEMPLATES.DELETED'));
  const { run: addExamples, isRunning } = useAction(addTemplates, () => t('TEMPLATES.SAVED'));
  const confirmRemoval = async (template: ReplyTemplate) => {
    const message = t('TEMPLATES.DELETE', { name: template.name });
    if (await confirm({ message, isDestructive: true })) remove(template);
  };
  if (list.isError)
    return (
      <EmptyState
        level={1}
        title={t('TEMPLATES.NOT_LOADED')}
        text={errorText(t, list.error)}
        actions={<Button onClick={() => void list.refetch()}>{t('COMMON.RETRY')}</Button>}
      />
    );
  const templates = list.data ?? [];
  const words = search.trim().toLowerCase();
  const found = templates.filter(({ name, texts }) =>
    [name, ...Object.values(texts)].join(' ').toLowerCase().includes(words),
  );
  const missingCount = templates.reduce(
    (sum, { texts }) => sum + languages.length - Object.keys(texts).length,
    0,
  );
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.heading}>{t('MY_PGIS.TEMPLATES')}</h1>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('TEMPLATES.ADD')}
        </Button>
      </header>
      <p className={classes.note}>{t('TEMPLATES.NOTE')}</p>
      {list.data === undefined && <Skeleton height={240} />}
      {list.data?.length === 0 && (
        <EmptyState
          level={2}
          icon={<IconTemplate size={32} />}
          title={t('TEMPLATES.EMPTY')}
          text={t('TEMPLATES.EMPTY_TEXT')}
          actions={
            <Button
              variant="default"
              loading={isRunning}
              onClick={() => addExamples(exampleTemplates(language))}
            >
              {t('TEMPLATES.TAKE_EXAMPLES')}
            </Button>
          }
        />
      )}
      {templates.length > 0 && (
        <>
          <div className={classes.bar}>
            <TrimmedTextInput
              className={classes.search ?? ''}
              aria-label={t('TEMPLATES.FIND')}
              placeholder={t('TEMPLATES.FIND')}
              leftSection={<IconSearch size={16} />}
              value={search}
              onChange={setSearch}
            />
            {missingCount > 0 && (
              <span className={classes.missing}>
                <IconAlertTriangle size={16} aria-hidden="true" />
                {t('TEMPLATES.MISSING_COUNT', { number: formatNumber(missingCount, language) })}
              </span>
            )}
          </div>
          {found.length === 0 && <p className={classes.note}>{t('TEMPLATES.NONE_FOUND')}</p>}
          {found.length > 0 && (
            <table className={classes.table} aria-label={t('MY_PGIS.TEMPLATES')}>
              <thead>
                <tr>
                  <th scope="col">{t('TEMPLATES.TEMPLATE')}</th>
                  {languages.map((one) => (
                    <th key={one} scope="col">
                      {languageNames[one]}
                    </th>
                  ))}
                  <td />
                </tr>
              </thead>
              <tbody>
                {found.map((template) => (
                  <TemplateRow
                    key={template.id}
                    template={template}
                    onEdit={() => setEdited(template)}
                    onDelete={() => void confirmRemoval(template)}
                  />
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
      {edited !== null && (
        <TemplateDialog template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}

interface TemplateRowProps {
  readonly template: ReplyTemplate;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function TemplateRow({ template, onEdit, onDelete }: TemplateRowProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const { name, layerIds, statusId, texts } = template;
  const findLayer = useFindLayer();
  const { data: statuses = [] } = useQuery(statusesQuery(user?.userId ?? null));
  const status = statuses.find(({ id }) => id === statusId);
  const layers = layerIds.map((id) => findLayer(id)?.name ?? t('TEMPLATES.LAYER_DELETED'));
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>{name}</span>
        <span className={classes.scope}>
          {layers.length === 0 ? t('TEMPLATES.EVERY_LAYER') : layers.join(', ')}
        </span>
        {status && <StatusMark status={status.name} statusType={status.statusType ?? null} />}
      </th>
      {languages.map((one) => (
        <td key={one} data-language={languageNames[one]}>
          {texts[one] === undefined ? (
            <span className={classes.missing}>
              <IconAlertTriangle size={14} aria-hidden="true" />
              {t('TEMPLATES.MISSING')}
            </span>
          ) : (
            <span className={classes.text}>
              <TemplateText text={texts[one]} />
            </span>
          )}
        </td>
      ))}
      <td className={classes.acts}>
        <ActionIcon aria-label={t('TEMPLATES.EDIT', { name })} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t('TEMPLATES.REMOVE', { name })} onClick={onDelete}>
          <IconTrash size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
}
